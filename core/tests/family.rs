//! tests/family.tsv through the types of Rust programs: every verb over every kind, arrangement and scheme.

mod common;
use common::{options, table};
use onebloom::{BitOrder, BloomFilter, Code, SharedFilter};

const NOW: i64 = 1_767_225_600_000;

fn users(range: std::ops::Range<u32>) -> impl Iterator<Item = String> {
    range.map(|i| format!("user:{i}"))
}

fn fresh(text: &str, rotating: bool, from: u32) -> BloomFilter {
    let mut f = BloomFilter::create(&options(text).unwrap()).unwrap();
    f.set_now(rotating.then_some(NOW));
    f.add_many(users(from..from + 300)).unwrap();
    f
}

fn maybe(f: &BloomFilter, range: std::ops::Range<u32>) -> usize {
    f.contains_many(users(range)).into_iter().filter(|yes| *yes).count()
}

#[test]
fn every_verb_over_every_filter() {
    let rows = table("family.tsv");
    assert_eq!(rows.len(), 74);
    for row in rows {
        let [text, kind, scheme, arrangement, sections, remove, bits] = &row[..] else { panic!("{row:?}") };
        let rotating = arrangement == "rotating";
        let mut f = fresh(text, rotating, 0);
        let stats = f.stats(true);
        assert_eq!([stats.kind, stats.scheme, stats.arrangement], [kind, scheme, arrangement], "{text}");
        assert_eq!(stats.sections.len().to_string(), *sections, "{text}");
        assert_eq!(maybe(&f, 0..300), 300, "{text}");
        assert!(maybe(&f, 300..1300) < 50, "{text}");
        assert!(!f.add("user:0").unwrap());
        f.add(&-7).unwrap();
        assert!(f.contains("-7"));
        let k = stats.sections[f.section_of("user:0").unwrap()].k;
        assert!((1..=usize::from(k)).contains(&f.positions("user:0").unwrap().len()), "{text}");

        written(&f, rotating);
        whole(&f, text, rotating);

        let removed = f.remove("user:3");
        if remove == "yes" {
            assert!(removed.unwrap() && maybe(&f, 0..300) >= 299, "{text}");
            f.add("user:3").unwrap();
        } else {
            assert_eq!(removed.unwrap_err().code(), Code::Unsupported, "{text}");
        }
        match f.to_classic() {
            Ok(classic) if kind == "counting" => {
                assert_eq!(classic.contains_many(users(0..1300)), f.contains_many(users(0..1300)), "{text}");
            }
            other => assert_eq!((kind == "counting", other.unwrap_err().code()), (false, Code::Unsupported), "{text}"),
        }
        if bits == "-" {
            assert_eq!(f.to_bits(BitOrder::Lsb).unwrap_err().code(), Code::Unsupported, "{text}");
        } else {
            let body = f.to_bits(BitOrder::parse(bits).unwrap()).unwrap();
            let (m, k, seed) = (stats.m, stats.k, stats.seed);
            let own = format!("kind={kind} scheme={scheme} m={m} k={k} seed={seed} bits={bits}");
            let again = BloomFilter::from_bits(&body, &options(&own).unwrap()).unwrap();
            assert_eq!(again.contains_many(users(0..1300)), f.contains_many(users(0..1300)), "{text}");
        }
        assert_eq!(maybe(&f, 0..300), 300, "{text}");
    }
}

/// Bytes, parts and files, all the same filter.
fn written(f: &BloomFilter, rotating: bool) {
    let image = f.to_bytes().unwrap();
    let again = BloomFilter::from_bytes(&image).unwrap();
    assert!(again == *f && again.verify().unwrap());
    let parts = f.to_parts().unwrap();
    assert_eq!(parts.concat(), image);
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    assert!(BloomFilter::open_parts(&parts).unwrap() == *f);
    for (i, part) in parts.iter().enumerate() {
        assert_eq!(f.engine().to_part(i).unwrap(), *part);
        assert_eq!(f.engine().part_len(i).unwrap(), part.len() as u64);
    }
    assert_eq!(f.engine().section_count().unwrap(), parts.len());
    assert_eq!(f.engine().to_part(parts.len()).unwrap_err().code(), Code::OutOfRange);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("family.bloom");
    f.save(&path).unwrap();
    let mapped = SharedFilter::open(&path).unwrap();
    mapped.set_now(rotating.then_some(NOW));
    assert!(mapped.copy().unwrap() == *f && !mapped.is_stale().unwrap());
    mapped.add("more").unwrap();
    mapped.flush().unwrap();
    assert_eq!(mapped.to_parts().unwrap().len(), parts.len());
    drop(mapped);
    let loaded = BloomFilter::load(&path).unwrap();
    loaded.set_now(rotating.then_some(NOW));
    assert!(loaded.contains("more") && maybe(&loaded, 0..300) == 300 && !loaded.verify().unwrap());
}

fn whole(f: &BloomFilter, text: &str, rotating: bool) {
    let mut copy = f.copy().unwrap();
    assert!(copy == *f);
    copy.merge(&fresh(text, rotating, 300)).unwrap();
    assert_eq!(maybe(&copy, 0..600), 600, "{text}");
    if rotating {
        copy.set_now(Some(NOW + 2 * 60_000));
        assert_eq!(maybe(&copy, 0..300), 300, "{text}");
        copy.set_now(Some(NOW + 3 * 60_000));
        assert_eq!(maybe(&copy, 0..300), 0, "{text}");
        copy.set_now(Some(NOW));
    }
    copy.clear().unwrap();
    assert_eq!(maybe(&copy, 0..600), 0, "{text}");
}
