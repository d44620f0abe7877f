//! Numbers as people read them.

/// 1234567 is "1,234,567".
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// "1,198,080 bytes (1.14 MiB)".
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if number < 1024 {
        return format!("{number} bytes");
    }
    let mut scaled = number as f64 / 1024.0;
    let mut unit = 0;
    while scaled >= 1024.0 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    format!("{} bytes ({scaled:.2} {})", thousands(number), UNITS[unit])
}

/// A probability in three digits: "0.0102", "2.31e-7".
pub fn rate(value: f64) -> String {
    if value == 0.0 || value >= 1e-4 {
        let digits = match value {
            v if v >= 0.1 => 3,
            v if v >= 0.01 => 4,
            v if v >= 0.001 => 5,
            _ => 6,
        };
        let text = format!("{value:.digits$}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{value:.2e}")
}

/// "1 in 98": how often an absent key is answered maybe.
pub fn one_in(value: f64) -> String {
    if value <= 0.0 {
        return "none".to_owned();
    }
    let n = 1.0 / value;
    if n < 10.0 {
        format!("1 in {n:.1}")
    } else if n < 1e15 {
        format!("1 in {}", thousands(n.round() as u64))
    } else {
        // Beyond what the digits mean, and soon beyond u64.
        format!("1 in {n:.1e}")
    }
}

/// 1 key, 2 keys.
pub fn keys(number: u64) -> String {
    format!("{} key{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// Label and value in two columns.
pub fn row(label: &str, value: &str) -> String {
    format!("{label:<12} {value}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(1000), "1,000");
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(1 << 20), "1,048,576 bytes (1.00 MiB)");
        assert_eq!(rate(0.0), "0");
        assert_eq!(rate(0.01), "0.01");
        assert_eq!(rate(0.010234), "0.0102");
        assert_eq!(rate(2.3123e-7), "2.31e-7");
        assert_eq!(one_in(0.01), "1 in 100");
        assert_eq!(one_in(0.4), "1 in 2.5");
        assert_eq!(one_in(1.25e-20), "1 in 8.0e19");
        assert_eq!(keys(1), "1 key");
    }
}
