/** The shortest number that is the same in 32 bits: 21.4 and not 21.399999618530273. */
export function shortestSingle(value: number): number {
  for (let digits = 6; digits <= 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === value) return rounded
  }
  return value
}
