package io.onebloom;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClusterClient;

/** Three nodes without replicas. */
final class RedisCluster implements AutoCloseable {
    final List<RedisServer> nodes = new ArrayList<>();

    RedisCluster() throws Exception {
        List<String> create = new ArrayList<>(List.of("redis-cli", "--cluster", "create"));
        for (int i = 0; i < 3; i++) {
            RedisServer node = new RedisServer("--cluster-enabled", "yes", "--cluster-node-timeout", "5000",
                    "--cluster-config-file", "nodes.conf");
            nodes.add(node);
            create.add("127.0.0.1:" + node.port);
        }
        create.add("--cluster-yes");
        RedisServer.run(create.toArray(new String[0]));
        long until = System.nanoTime() + RedisServer.PATIENCE;
        for (RedisServer node : nodes) {
            try (Jedis jedis = node.jedis()) {
                while (!jedis.clusterInfo().contains("cluster_state:ok")) {
                    if (System.nanoTime() > until) {
                        throw new IllegalStateException("the cluster does not come up");
                    }
                    Thread.sleep(20);
                }
            }
        }
    }

    RedisClusterClient client() {
        return RedisClusterClient.create(new HostAndPort("127.0.0.1", nodes.get(0).port));
    }

    void empty() {
        for (RedisServer node : nodes) {
            try (Jedis jedis = node.jedis()) {
                jedis.flushAll();
            }
        }
    }

    /** Moves the slot of a key, with what is in it, to another node. */
    void move(String key) {
        List<Jedis> all = nodes.stream().map(RedisServer::jedis).toList();
        int slot = (int) all.get(0).clusterKeySlot(key);
        int from = owner(slot);
        int to = (from + 1) % all.size();
        String source = all.get(from).clusterMyId();
        String target = all.get(to).clusterMyId();
        all.get(to).clusterSetSlotImporting(slot, source);
        all.get(from).clusterSetSlotMigrating(slot, target);
        for (String each : all.get(from).clusterGetKeysInSlot(slot, 1000)) {
            all.get(from).migrate("127.0.0.1", nodes.get(to).port, each, 0, 5000);
        }
        all.get(to).clusterSetSlotNode(slot, target);
        all.get(from).clusterSetSlotNode(slot, target);
        all.forEach(jedis -> jedis.clusterSetSlotNode(slot, target));
        all.forEach(Jedis::close);
    }

    private int owner(int slot) {
        for (int i = 0; i < nodes.size(); i++) {
            try (Jedis jedis = nodes.get(i).jedis()) {
                for (Object range : (List<?>) jedis.sendCommand(Protocol.Command.CLUSTER, "SLOTS")) {
                    List<?> parts = (List<?>) range;
                    long port = (Long) ((List<?>) parts.get(2)).get(1);
                    if ((Long) parts.get(0) <= slot && slot <= (Long) parts.get(1) && port == nodes.get(i).port) {
                        return i;
                    }
                }
            }
        }
        throw new IllegalStateException("slot " + slot + " is nobody's");
    }

    @Override
    public void close() throws Exception {
        for (RedisServer node : nodes) {
            node.close();
        }
    }
}
