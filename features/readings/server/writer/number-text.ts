/** The character 0. */
export const zero = 0x30
const [minus, point] = [0x2d, 0x2e]

/** Decimals that are looked for; a number with more is written by way of a string. */
const maximumDecimals = 6
/** Below it two numbers of so many digits are never the same double. */
const certainDigits = 1e15
const million = 1_000_000

/** Writes `String(value)` to `bytes` at `start`; returns the place behind it. */
export function writeNumber(bytes: Buffer, start: number, value: number): number {
  const size = Math.abs(value)
  if (size < certainDigits) {
    let scale = 1
    for (let decimals = 0; decimals <= maximumDecimals; decimals++, scale *= 10) {
      const scaled = Math.round(size * scale)
      if (scaled >= certainDigits) break
      // Division gives the double that is nearest to the decimal number: it is this one.
      if (scaled / scale !== size) continue
      let at = start
      if (value < 0) bytes[at++] = minus
      return writeDecimal(bytes, at, scaled, scale, decimals)
    }
  }
  return writeText(bytes, start, String(value))
}

function writeDecimal(
  bytes: Buffer,
  start: number,
  scaled: number,
  scale: number,
  decimals: number,
): number {
  if (decimals === 0) return writeWhole(bytes, start, scaled)
  const whole = Math.floor(scaled / scale)
  const at = writeWhole(bytes, start, whole)
  bytes[at] = point
  return writeDigits(bytes, at + 1, scaled - whole * scale, decimals)
}

function writeWhole(bytes: Buffer, start: number, value: number): number {
  if (value < million) return writeDigits(bytes, start, value, digitsOf(value))
  const high = Math.floor(value / million)
  const at = writeWhole(bytes, start, high)
  return writeDigits(bytes, at, value - high * million, 6)
}

/** Writes the last `count` digits of a number below a million. */
function writeDigits(bytes: Buffer, start: number, value: number, count: number): number {
  let rest = value | 0
  for (let at = start + count - 1; at >= start; at--) {
    const tens = (rest / 10) | 0
    bytes[at] = zero + rest - tens * 10
    rest = tens
  }
  return start + count
}

/** How many digits a number below a million has. */
function digitsOf(value: number): number {
  let digits = 1
  for (let limit = 10; value >= limit; limit *= 10) digits++
  return digits
}

/** Writes a text of ASCII. */
export function writeText(bytes: Buffer, start: number, text: string): number {
  return start + bytes.write(text, start, 'latin1')
}
