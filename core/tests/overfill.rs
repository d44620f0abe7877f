//! Past its capacity a filter has the rate that plan and stats predict.

use onebloom::{Engine, Options, Sharing};

#[test]
fn at_twice_and_five_times_the_capacity_the_rate_is_the_predicted_one() {
    const CAPACITY: u64 = 10_000;
    const ABSENT: u64 = 100_000;
    for kind in ["classic", "blocked", "counting"] {
        for (name, value) in [("seed", 0u64), ("shards", 4), ("keep", 3)] {
            let mut o = Options::new();
            o.set("capacity", CAPACITY).unwrap().set("kind", kind).unwrap().set(name, value).unwrap();
            if name == "keep" {
                o.set("period", 60).unwrap();
            }
            let e = Engine::create(&o, Sharing::Exclusive).unwrap();
            let plan = onebloom::plan(&o).unwrap();
            let mut from = 0;
            for times in [1u64, 2, 5] {
                for period in 0..if name == "keep" { 3 } else { 1 } {
                    e.set_now(Some((3_000_000 + period) * 60_000));
                    for i in from..CAPACITY * times {
                        e.add(&format!("{period}:{i}")).unwrap();
                    }
                }
                from = CAPACITY * times;
                let hits = (0..ABSENT).filter(|i| e.contains(&format!("absent:{i}")).unwrap()).count();
                let measured = hits as f64 / ABSENT as f64;
                let fill = e.stats(true).unwrap().expected_fpp;
                let planned = plan.rate_at(times as f64);
                let error = (planned * (1.0 - planned) / ABSENT as f64).sqrt();
                // Four standard errors, and for the fill of this very filter 3 %.
                assert!((measured - fill).abs() < 4.0 * error, "{kind} {name} x{times}: {measured} from fill {fill}");
                assert!(
                    (measured - planned).abs() < 4.0 * error + 0.03 * planned,
                    "{kind} {name} x{times}: {measured} planned {planned}"
                );
            }
        }
    }
}
