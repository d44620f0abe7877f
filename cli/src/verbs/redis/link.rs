//! The connection: turns the crank of the library's tasks over the redis crate.

use onebloom::redis::{Command, Outcome, Reply, Task};
use onebloom::{Code, Error};
use redis::{ConnectionLike, RedisError, Value};

use crate::failure::Failure;

pub enum Link {
    Single(Box<redis::Connection>),
    Cluster(Box<redis::cluster::ClusterConnection>),
}

fn unreachable(server: &str, e: &RedisError) -> Failure {
    let code =
        if e.kind() == redis::ErrorKind::InvalidClientConfig { Code::InvalidArgument } else { Code::Unavailable };
    // The address without user and password.
    let place = server.rsplit_once('@').map_or(server, |(_, place)| place);
    Error::new(code, format!("the Redis server {place} cannot be reached: {e}")).into()
}

impl Link {
    pub fn open(server: &str, cluster: bool) -> Result<Link, Failure> {
        let failed = |e: RedisError| unreachable(server, &e);
        if cluster {
            let client = redis::cluster::ClusterClient::new(vec![server]).map_err(failed)?;
            return Ok(Link::Cluster(Box::new(client.get_connection().map_err(failed)?)));
        }
        let client = redis::Client::open(server).map_err(failed)?;
        Ok(Link::Single(Box::new(client.get_connection().map_err(failed)?)))
    }

    pub fn run(&mut self, mut task: Task) -> Result<Outcome, Failure> {
        while task.advance()? {
            match self.send(&task) {
                Ok(replies) => task.feed(replies)?,
                Err(e) => task.lost(&e.to_string()),
            }
        }
        Ok(task.into_outcome())
    }

    fn send(&mut self, task: &Task) -> Result<Vec<Reply>, RedisError> {
        match self {
            Link::Single(connection) => {
                let count = task.commands().len();
                let values = connection.req_packed_commands(&task.packed(), 0, count)?;
                Ok(values.into_iter().map(reply).collect())
            }
            Link::Cluster(connection) => task.commands().iter().map(|c| one(connection, c)).collect(),
        }
    }
}

/// The cluster client finds the node of each command.
fn one(connection: &mut redis::cluster::ClusterConnection, command: &Command) -> Result<Reply, RedisError> {
    let mut cmd = redis::Cmd::new();
    command.args().for_each(|arg| {
        cmd.arg(arg);
    });
    match connection.req_command(&cmd) {
        Ok(value) => Ok(reply(value)),
        Err(e) if e.code().is_some() && !e.is_io_error() => Ok(Reply::Error(server_text(&e))),
        Err(e) => Err(e),
    }
}

fn server_text(e: &RedisError) -> String {
    format!("{} {}", e.code().unwrap_or("ERR"), e.detail().unwrap_or_default())
}

fn reply(value: Value) -> Reply {
    match value {
        Value::Nil => Reply::Nil,
        Value::Int(n) => Reply::Int(n),
        Value::Boolean(b) => Reply::Int(b.into()),
        Value::BulkString(bytes) => Reply::Bytes(bytes),
        Value::SimpleString(text) => Reply::Bytes(text.into_bytes()),
        Value::Okay => Reply::Bytes(b"OK".to_vec()),
        Value::Array(all) | Value::Set(all) => Reply::List(all.into_iter().map(reply).collect()),
        Value::Map(pairs) => Reply::List(pairs.into_iter().flat_map(|(k, v)| [reply(k), reply(v)]).collect()),
        Value::ServerError(e) => Reply::Error(format!("{} {}", e.code(), e.details().unwrap_or_default())),
        other => Reply::Error(format!("ERR a reply of an unknown form: {other:?}")),
    }
}
