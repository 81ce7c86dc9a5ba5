"""An experiment with a figure of every kind, and what its figures are called."""

EXPERIMENT = """\
parts:
  channels:
    command: loads
    options: {topology: torus:4x4, routing: dor}
    grid: {traffic: [uniform, "permutation:p-3.txt"]}
  worst:
    command: worst-case
    grid: {routing: [dor, romm, valiant], topology: [torus:3x3, torus:5x5, torus:7x7, torus:9x9, torus:11x11]}
  exact:
    command: loads
    options: {topology: torus:9x9}
    grid: {routing: [dor, romm], traffic: [uniform, tornado]}
  searched:
    command: simulate
    options: {topology: torus:9x9}
    grid: {routing: [dor, romm], traffic: [uniform, tornado]}
    search: {resolution: 0.2}
  sample:
    command: worst-case
    options: {topology: torus:9x9, random-permutations: 1000}
    grid: {routing: [dor, romm]}
  rows:
    command: loads
    options: {topology: torus:9x9, routing: romm}
    grid: {traffic: ["permutation:rows-0.txt", "permutation:rows-1.txt", "permutation:rows-4.txt"]}
  optimum:
    command: optimal
    grid: {topology: [torus:3x3, torus:5x5]}
  hops:
    command: loads
    grid: {routing: [dor, valiant], topology: [torus:3x3, torus:5x5]}
  shortest:
    command: loads
    options: {routing: dor}
    grid: {topology: [torus:3x3, torus:5x5]}
  measured:
    command: simulate
    options: {topology: torus:8x8, routing: dor}
    series: [{traffic: [uniform, tornado], load: [0.1, 0.2, 0.5]}]
  bounds:
    command: bounds
    options: {topology: torus:8x8, routing: dor}
    grid: {traffic: [uniform, tornado]}
  sides:
    command: mesh run
    options: {permutation: transpose}
    grid: {algorithm: [a0, new], side: [16, 32, 64, 128]}
  moves:
    command: mesh run
    options: {permutation: transpose, side: 16}
    grid: {algorithm: [a0, new]}
    outputs: [frames]
  windows:
    command: mesh row
    grid: {length: [16, 32]}
  one-row:
    command: mesh row
    options: {sequence: "a1,b1"}
  once:
    command: simulate
    options: {topology: mesh:16x16, routing: dor, workload: "permutation:transpose"}
    grid: {packet-length: [1, 4]}
  turns:
    command: simulate
    options: {topology: mesh:16x16, routing: dor, workload: "permutation:transpose", packet-length: 2}
    outputs: [timeline]
  buffers:
    command: simulate
    options: {topology: torus:3x3, routing: dor, load: 0.2}
    outputs: [vcd]
figures:
- {kind: network, part: channels}
- {kind: curves, part: worst, at: {routing: dor}, x: radix, y: fraction_of_capacity, by: routing, fit: inverse, x-label: k, y-label: fraction,
   lines: [{y: 1/4, label: limit}], marks: [{label: printed, points: [[9, 0.3]]}]}
- {kind: curves, file: cost, part: worst, x: nodes, y: gamma_max, by: routing, fit: power, log: [x, y], x-label: N}
- {kind: bars, part: searched, x: traffic, by: routing, y: sustained * 1/4, outline: {part: exact, value: fraction_of_capacity, label: exact ideal},
   more: [{group: sample, part: sample, value: random_permutations.worst_fraction}], printed: [{group: tornado, by: dor, printed: 0.278}], y-label: fraction}
- {kind: reached, part: searched, ideal: bound, measured: sustained, by: routing, markers: traffic}
- {kind: tail, part: sample, value: random_permutations.histogram, limits: [{value: gamma_max, label: worst case}], x-label: load, y-label: share}
- {kind: steps, part: rows, y: "channels[from=0,to=1].load", x-label: pairs added, y-label: load, lines: [{y: 32/5, label: worst}],
   series: [{part: rows, label: by row, step: 4}]}
- {kind: trade-off, part: optimum, curves: {value: points, x: locality, y: fraction_of_capacity}, x-label: locality, y-label: throughput,
   algorithms: {part: hops, x: mean_hops / shortest.mean_hops, y: worst.fraction_of_capacity}}
- {kind: latency-vs-load, part: measured, bounds: bounds}
- {kind: curves, file: scaling, part: sides, panels: [{at: {permutation: "trans*"}, label: transposed}], x: side, y: steps, by: algorithm, log: [x, y],
   fit: power, from: 16, x-label: side, y-label: steps, curves: [{y: lower_bound, label: lower bound, bound: true, dashed: true}]}
- {kind: crossing, part: sides, x: side, until: 100000, crossings: [[A0, new]], x-label: side, y-label: steps, curves: [
   {at: {algorithm: a0}, y: steps, label: A0, powers: [2, 1], from: 16}, {at: {algorithm: new}, y: budget, label: new, law: [[1, 720]]}]}
- {kind: film, part: moves, every: 4, stills: [0, 8], enlarge: {rows: [1, 3], columns: [14, 15]}, panels: [
   {at: {algorithm: a0}, label: one}, {at: {algorithm: new}, label: other, labels: [{text: T, subplane: [1, 2]}]}]}
- {kind: queue-film, file: queues, part: buffers, every: 2, stills: [0, 4], panels: [{label: all of them}]}
- {kind: space-time, part: moves, rows: [2, 2], panels: [{at: {algorithm: a0}, label: one}, {at: {algorithm: new}, label: other}]}
- {kind: curves, file: elements, part: windows, list: windows, x: window, y: first_to_third, by: length, log: [x, y], x-label: k, curves: [
   {y: bound, label: Lemma 1, bound: true}]}
- {kind: row-schedule, part: one-row}
- {kind: bars, file: grouped, part: sides, y-label: time, groups: [{label: transposed, permutation: transpose, workload: "permutation:transpose"}], series: [
   {part: sides, at: {algorithm: a0, side: 16}, by: permutation, value: steps, label: A0},
   {part: once, at: {packet-length: 4}, by: workload, value: completion_cycle / packet-length, label: wormhole}]}
- {kind: curves, file: multiples, part: measured, x: load, y: latency.mean, panels: [{label: one}, {label: other, y: accepted, lines: [{y: 0.3, label: offered}]}], curves: [
   {at: {traffic: uniform}, label: U}, {at: {traffic: tornado}, label: T, dashed: true, colour: 0}]}
- {kind: heat, part: worst, x: topology, y: routing, value: gamma_max, label: largest load}
- {kind: timeline, part: turns, panels: [{label: two ranks}]}
- {kind: curves, file: words, part: worst, x: routing, y: gamma_max, by: topology}
"""
NAMES = ("network", "curves", "cost", "bars", "reached", "tail", "steps", "trade-off", "latency-vs-load", "scaling", "crossing", "film",
         "queues", "space-time", "elements", "row-schedule", "grouped", "multiples", "heat", "timeline", "words")
KINDS_OF_FILES = (".svg", ".pdf", ".png", ".csv", ".gif")
