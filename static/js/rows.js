// Which row a key leads to, from the row at `index` of `count`; -1 when the key means nothing here.
export function nextRow(key, index, count) {
  const targets = {
    ArrowDown: index + 1,
    j: index + 1,
    ArrowUp: index - 1,
    k: index - 1,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key] ?? -1;
  return target < count ? target : -1;
}
