import io.onebloom.redis.JedisWire;
import io.onebloom.redis.Rebuild;
import io.onebloom.redis.RedisBloomFilter;
import io.onebloom.redis.RedisOptions;
import io.onebloom.redis.RedisWire;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.RedisClient;

/**
 * The gate against cache penetration: a filter in front of a cache in front of a database. Requests for rows that do
 * not exist are never in the cache, so without the gate every one of them is a query.
 *
 * <p>Usage: CacheGate PORT FILE: the port of a Redis server that may be flushed, and a SQLite file to be made.
 */
public final class CacheGate {
    private static final int USERS = 20_000;
    private static final String FILTER = "users:exist";

    private final RedisClient redis;
    private final RedisWire wire;
    private final Connection database;

    /** A filter that is gone answers "maybe": the site becomes slower, never wrong. */
    private final RedisBloomFilter exists;

    private int queries;

    private CacheGate(RedisClient redis, Connection database) {
        this.redis = redis;
        this.wire = JedisWire.of(redis);
        this.database = database;
        this.exists = new RedisBloomFilter(wire, FILTER, new RedisOptions().onUnavailable("maybe"));
    }

    // ---- what the site does

    /** The name of a user, or null. */
    String find(String id, boolean gate) throws SQLException {
        if (gate && !exists.contains(id)) {
            return null; // certainly not in the database
        }
        String cached = redis.get("user:" + id);
        if (cached != null) {
            return cached;
        }
        queries++;
        try (PreparedStatement select = database.prepareStatement("SELECT name FROM users WHERE id = ?")) {
            select.setString(1, id);
            ResultSet row = select.executeQuery();
            if (!row.next()) {
                return null;
            }
            redis.setex("user:" + id, 3600, row.getString(1));
            return row.getString(1);
        }
    }

    /**
     * The database first, then the filter: so a rebuild that is running loses nobody. If the filter is UNAVAILABLE this
     * throws: the row is there, and the add must be repeated (or a rebuild run) before anybody is told so.
     */
    void insert(String id, String name) throws SQLException {
        try (PreparedStatement insert = database.prepareStatement("INSERT INTO users VALUES (?, ?)")) {
            insert.setString(1, id);
            insert.setString(2, name);
            insert.executeUpdate();
        }
        exists.add(id);
    }

    /** Fills a filter from the database, beside the old one if there is one, while the site goes on. */
    void rebuild() throws SQLException {
        RedisOptions size = new RedisOptions().capacity(2 * USERS).fpp(0.001);
        RedisBloomFilter filter = new RedisBloomFilter(wire, FILTER, size);
        try (Rebuild rebuild = filter.rebuild(size); Statement select = database.createStatement()) {
            ResultSet rows = select.executeQuery("SELECT id FROM users");
            List<String> batch = new ArrayList<>();
            while (rows.next()) {
                batch.add(rows.getString(1));
                if (batch.size() == 1000) {
                    rebuild.filter().addMany(batch);
                    batch.clear();
                }
            }
            rebuild.filter().addMany(batch);
            rebuild.commit();
        }
    }

    // ---- what is shown

    private int queriesFor(int from, int to, boolean gate) throws SQLException {
        int before = queries;
        for (int i = from; i < to; i++) {
            String name = find("id-" + i, gate);
            if ((name != null) != (i < USERS)) {
                throw new IllegalStateException("id-" + i + " was answered " + name);
            }
        }
        return queries - before;
    }

    public static void main(String[] args) throws SQLException {
        try (RedisClient redis = RedisClient.create("127.0.0.1", Integer.parseInt(args[0]));
                Connection database = DriverManager.getConnection("jdbc:sqlite:" + args[1])) {
            redis.flushAll();
            CacheGate site = new CacheGate(redis, database);
            database.setAutoCommit(false);
            try (Statement make = database.createStatement()) {
                make.executeUpdate("CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT NOT NULL)");
            }
            try (PreparedStatement insert = database.prepareStatement("INSERT INTO users VALUES (?, ?)")) {
                for (int i = 0; i < USERS; i++) {
                    insert.setString(1, "id-" + i);
                    insert.setString(2, "user number " + i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            database.commit();
            database.setAutoCommit(true);

            site.rebuild();
            System.out.println("filter: " + site.exists.stats());
            System.out.println("500 users, first time: " + site.queriesFor(0, 500, true) + " queries");
            System.out.println("500 users, again: " + site.queriesFor(0, 500, true) + " queries");
            System.out.println("2000 strangers without the gate: " + site.queriesFor(USERS, USERS + 2000, false) + " queries");
            System.out.println("2000 strangers with the gate: " + site.queriesFor(USERS, USERS + 2000, true) + " queries");

            site.insert("newcomer", "somebody new");
            System.out.println("newcomer: " + site.find("newcomer", true));

            redis.flushAll();
            System.out.println("all of Redis lost, 500 strangers: " + site.queriesFor(USERS, USERS + 500, true) + " queries");
            site.rebuild();
            System.out.println("rebuilt, 500 strangers: " + site.queriesFor(USERS, USERS + 500, true) + " queries");
            System.out.println("newcomer: " + site.find("newcomer", true));
        }
    }
}
