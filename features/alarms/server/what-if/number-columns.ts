const [space, comma, minus, point, zero, nine, letterN] = [32, 44, 45, 46, 48, 57, 110]
/** Powers of ten that are exact. */
const powers = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

/**
 * The numbers of a JSON array, as `JSON.parse` reads them, without an object for each; `null` is
 * NaN.
 */
export function parseNumbers(json: Uint8Array): Float64Array {
  const numbers = new Float64Array(json.length / 2 + 1)
  let count = 0
  const end = json.length - 1
  for (let at = 1; at < end;) {
    // The engine writes one after each comma.
    while (json[at] === space) at++
    const begin = at
    let mantissa = 0
    let decimals = -1
    const isNegative = json[at] === minus
    if (isNegative) at++
    for (; at < end; at++) {
      const code = json[at] ?? comma
      if (code >= zero && code <= nine) {
        mantissa = mantissa * 10 + (code - zero)
        if (decimals >= 0) decimals++
      } else if (code === point) decimals = 0
      else break
    }
    if (at < end && json[at] !== comma) {
      // An exponent, or no number.
      while (at < end && json[at] !== comma) at++
      numbers[count++] = json[begin] === letterN ? NaN : exactly(json, begin, at)
    } else if (mantissa > Number.MAX_SAFE_INTEGER || decimals >= powers.length)
      numbers[count++] = exactly(json, begin, at)
    else {
      // Both are exact, so that their quotient is rounded once.
      const value = decimals > 0 ? mantissa / (powers[decimals] ?? NaN) : mantissa
      numbers[count++] = isNegative ? -value : value
    }
    at++
  }
  return numbers.subarray(0, count)
}

const exactly = (json: Uint8Array, from: number, to: number): number =>
  Number(String.fromCharCode(...json.subarray(from, to)))
