use criterion::{black_box, criterion_group, criterion_main, BenchmarkId, Criterion};
use std::time::Duration;

fn rows(table: &[f32], wide: usize, picks: &[usize], out: &mut Vec<f32>) {
    out.clear();
    for &row in picks {
        if cfg!(feature = "slow") { for x in &table[row * wide..(row + 1) * wide] { out.push(*x); } }
        else { out.extend_from_slice(&table[row * wide..(row + 1) * wide]); }
    }
}

fn bench(c: &mut Criterion) {
    let table: Vec<f32> = (0..256 * 64).map(|x| x as f32).collect();
    let picks: Vec<usize> = (0..128).map(|x| x * 37 % 256).collect();
    let mut out = Vec::with_capacity(128 * 64);
    c.bench_function("sum", |b| b.iter(|| black_box(&table).iter().sum::<f32>()));
    let mut group = c.benchmark_group("gather/f32");
    for wide in [16usize, 64] {
        group.bench_with_input(BenchmarkId::new("threads=1:internal", wide), &wide, |b, &wide| {
            b.iter(|| rows(black_box(&table), wide, &picks, &mut out))
        });
    }
    group.bench_with_input(BenchmarkId::from_parameter("32x64"), &64, |b, &wide| {
        b.iter(|| rows(black_box(&table), wide, &picks, &mut out))
    });
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600)); targets = bench }
criterion_main!(benches);
