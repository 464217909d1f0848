/** No number takes more bytes as a text, with a comma behind it. */
export const maximumNumberBytes = 26

const [zero, minus, point, comma] = [0x30, 0x2d, 0x2e, 0x2c]
const million = 1_000_000
/** The three digits of each number below a thousand. */
const triples = Uint8Array.from({ length: 3_000 }, (_, index) => {
  const number = Math.floor(index / 3)
  return zero + (Math.floor(number / 10 ** (2 - (index % 3))) % 10)
})

/**
 * Writes whole numbers below 2^53 as JSON, with a comma behind each, and returns where the text
 * ends. `target` has `maximumNumberBytes` for each.
 */
export function writeWholes(target: Uint8Array, begin: number, numbers: Float64Array): number {
  let at = begin
  /** The millions of the number before: times that follow each other have the same. */
  const millions = new Uint8Array(24)
  let [from, length] = [0, 0]
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0
    if (number < 0) target[at++] = minus
    const whole = Math.abs(number)
    if (whole < million) at = writeSmall(target, at, whole)
    else {
      if (whole < from || whole >= from + million || length === 0) {
        const high = Math.floor(whole / million)
        from = high * million
        length = writeMillions(millions, high)
      }
      for (let digit = 0; digit < length; digit++) target[at++] = millions[digit] ?? zero
      at = writeSix(target, at, whole - from)
    }
    target[at++] = comma
  }
  return at
}

const writeMillions = (target: Uint8Array, high: number) =>
  high < million ? writeSmall(target, 0, high) : writeText(target, 0, String(high))

function writeSix(target: Uint8Array, begin: number, number: number): number {
  const high = (number / 1000) | 0
  return writeThree(target, writeThree(target, begin, high), number - high * 1000)
}

/** A whole number below a million. */
function writeSmall(target: Uint8Array, begin: number, whole: number): number {
  if (whole < 1000) return writeFew(target, begin, whole)
  const high = (whole / 1000) | 0
  return writeThree(target, writeFew(target, begin, high), whole - high * 1000)
}

/** A number below a thousand with as many digits as it has. */
function writeFew(target: Uint8Array, begin: number, number: number): number {
  if (number >= 100) return writeThree(target, begin, number)
  let at = begin
  if (number >= 10) target[at++] = triples[number * 3 + 1] ?? zero
  target[at] = triples[number * 3 + 2] ?? zero
  return at + 1
}

function writeThree(target: Uint8Array, at: number, number: number): number {
  const digits = number * 3
  target[at] = triples[digits] ?? zero
  target[at + 1] = triples[digits + 1] ?? zero
  target[at + 2] = triples[digits + 2] ?? zero
  return at + 3
}

const maximumDecimals = 9

/**
 * As `writeWholes`, of any numbers; what is no finite number is null. Each text is read as the same
 * number, and has no more digits than that needs.
 */
export function writeDoubles(target: Uint8Array, begin: number, numbers: Float64Array): number {
  let at = begin
  /** Of ten, by as many decimals as the number before has: neighbours have the same, as a rule. */
  let power = 10
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0
    const size = Math.abs(number)
    let digits = (size * power + 0.5) | 0
    // The quotient is rounded as a text of these digits is read.
    if (digits / power !== size) {
      power = powerOf(size)
      digits = (size * power + 0.5) | 0
    }
    if (digits === 0 || digits / power !== size) at = writeText(target, at, textOf(number))
    else {
      if (number < 0) target[at++] = minus
      at = writeDecimal(target, at, digits, power)
    }
    target[at++] = comma
  }
  return at
}

/** The power of ten by which a number becomes a whole one; 1 where none is tried. */
function powerOf(size: number): number {
  let power = 1
  for (let decimals = 0; decimals <= maximumDecimals; decimals++, power *= 10)
    if (((size * power + 0.5) | 0) / power === size) return power
  return 1
}

function writeDecimal(target: Uint8Array, begin: number, digits: number, power: number): number {
  const whole = (digits / power) | 0
  const at = whole < million ? writeSmall(target, begin, whole) : writeGreat(target, begin, whole)
  const fraction = digits - whole * power
  return fraction === 0 ? at : writeFraction(target, at, fraction, power)
}

/** A whole number from a million to 2^31. */
function writeGreat(target: Uint8Array, begin: number, whole: number): number {
  const high = (whole / million) | 0
  return writeSix(target, writeSmall(target, begin, high), whole - high * million)
}

function writeFraction(target: Uint8Array, begin: number, digits: number, power: number): number {
  let at = begin
  let rest = digits
  target[at++] = point
  for (let tenth = (power / 10) | 0; rest > 0; tenth = (tenth / 10) | 0) {
    const digit = (rest / tenth) | 0
    target[at++] = zero + digit
    rest -= digit * tenth
  }
  return at
}

function textOf(number: number): string {
  if (Object.is(number, -0)) return '-0'
  return Number.isFinite(number) ? String(number) : 'null'
}

function writeText(target: Uint8Array, begin: number, text: string): number {
  for (let index = 0; index < text.length; index++) target[begin + index] = text.charCodeAt(index)
  return begin + text.length
}
