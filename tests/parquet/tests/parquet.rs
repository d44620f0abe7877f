//! Kind blocked with xxh64 and seed 0 is a Parquet column's Bloom filter, in both directions, with
//! a real Parquet file written and read by the parquet crate.

use std::sync::Arc;

use onebloom::{BitOrder, Engine, Options, Sharing};
use parquet::bloom_filter::Sbbf;
use parquet::data_type::{ByteArray, ByteArrayType};
use parquet::file::properties::{ReaderProperties, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

fn options(m: u64) -> Options {
    let mut o = Options::new();
    o.set("kind", "blocked").unwrap().set("scheme", "xxh64").unwrap().set("m", m).unwrap().set("k", 8).unwrap();
    o
}

fn key(i: u64) -> String {
    format!("https://example.org/{i}/\u{4e2d}")
}

#[test]
fn a_column_filter_of_a_parquet_file_opens_here() {
    let file = tempfile::tempfile().unwrap();
    let schema = Arc::new(parse_message_type("message m { REQUIRED BYTE_ARRAY url (UTF8); }").unwrap());
    let properties = WriterProperties::builder().set_bloom_filter_enabled(true).build();
    let mut writer = SerializedFileWriter::new(file.try_clone().unwrap(), schema, Arc::new(properties)).unwrap();
    let mut group = writer.next_row_group().unwrap();
    let mut column = group.next_column().unwrap().unwrap();
    let values: Vec<ByteArray> = (0..5000).map(|i| ByteArray::from(key(i).as_str())).collect();
    column.typed::<ByteArrayType>().write_batch(&values, None, None).unwrap();
    column.close().unwrap();
    group.close().unwrap();
    writer.close().unwrap();

    let read = ReaderProperties::builder().set_read_bloom_filter(true).build();
    let reader =
        SerializedFileReader::new_with_options(file, ReadOptionsBuilder::new().with_reader_properties(read).build())
            .unwrap();
    let group = reader.get_row_group(0).unwrap();
    let theirs = group.get_column_bloom_filter(0).unwrap();
    let mut bitset = Vec::new();
    theirs.write_bitset(&mut bitset).unwrap();

    let ours = Engine::from_bits(&bitset, &options(bitset.len() as u64 * 8), Sharing::Exclusive).unwrap();
    assert!((0..5000).all(|i| ours.contains(&key(i)).unwrap()));
    assert!((0..50_000).all(|i| ours.contains(&key(i)).unwrap() == theirs.check(key(i).as_str())));

    let built = Engine::create(&options(bitset.len() as u64 * 8), Sharing::Exclusive).unwrap();
    (0..5000).for_each(|i| assert!(built.add(&key(i)).is_ok()));
    assert_eq!(built.to_bits(BitOrder::Lsb).unwrap(), bitset, "byte for byte");
}

#[test]
fn a_filter_built_here_answers_in_parquet() {
    let mut o = Options::new();
    o.set("capacity", 3000).unwrap().set("kind", "blocked").unwrap().set("scheme", "xxh64").unwrap();
    let ours = Engine::create(&o, Sharing::Exclusive).unwrap();
    (0..3000).for_each(|i| assert!(ours.add(&key(i)).is_ok()));
    let theirs = Sbbf::new(&ours.to_bits(BitOrder::Lsb).unwrap());
    assert!((0..3000).all(|i| theirs.check(key(i).as_str())));
    assert!((0..30_000).all(|i| theirs.check(key(i).as_str()) == ours.contains(&key(i)).unwrap()));
}
