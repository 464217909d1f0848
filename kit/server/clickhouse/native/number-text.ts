/** No number takes more bytes as a text, with a comma behind it. */
export const maximumNumberBytes = 26

const [zero, minus, point, comma] = [0x30, 0x2d, 0x2e, 0x2c]
const tenThousand = 10_000
const hundredMillion = 100_000_000
/** The four digits of each number below ten thousand: they are written at once. */
const fourDigits = digitsBelow(tenThousand, (number) => String(number).padStart(4, '0'))
/** The same without zeros before them; what is behind them is written over. */
const fewDigits = digitsBelow(tenThousand, (number) => String(number).padEnd(4, '0'))

function digitsBelow(end: number, textOfNumber: (number: number) => string): Uint32Array {
  const bytes = Buffer.from(Array.from({ length: end }, (_, index) => textOfNumber(index)).join(''))
  return Uint32Array.from({ length: end }, (_, index) => bytes.readUInt32LE(4 * index))
}

/** Where four bytes are written at once, wherever they begin. */
const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/**
 * Writes whole numbers below 2^53 as JSON, with a comma behind each, and returns where the text
 * ends. `bytes` has `maximumNumberBytes` for each.
 */
export function writeWholes(bytes: Uint8Array, begin: number, numbers: Float64Array): number {
  const view = viewOf(bytes)
  let at = begin
  /** Times that follow each other begin with the same digits, all but the last eight. */
  const head = new DataView(new ArrayBuffer(12))
  let [from, length, first, second] = [Infinity, 0, 0, 0]
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0
    if (number < from || number >= from + hundredMillion) {
      if (number < hundredMillion) {
        at = writeWhole(view, at, number)
        view.setUint8(at++, comma)
        continue
      }
      from = number - (number % hundredMillion)
      length = writeSmall(head, 0, from / hundredMillion)
      first = head.getUint32(0, true)
      second = head.getUint32(4, true)
    }
    view.setUint32(at, first, true)
    view.setUint32(at + 4, second, true)
    at = writeEight(view, at + length, (number - from) | 0)
    view.setUint8(at++, comma)
  }
  return at
}

function writeWhole(view: DataView, begin: number, number: number): number {
  let at = begin
  if (number < 0) view.setUint8(at++, minus)
  const whole = Math.abs(number)
  if (whole < hundredMillion) return writeSmall(view, at, whole)
  const rest = whole % hundredMillion
  return writeEight(view, writeSmall(view, at, (whole - rest) / hundredMillion), rest)
}

/** A whole number below a hundred million. */
function writeSmall(view: DataView, at: number, whole: number): number {
  if (whole < tenThousand) return writeFew(view, at, whole)
  const high = (whole / tenThousand) | 0
  return writeFour(view, writeFew(view, at, high), whole - high * tenThousand)
}

/** A number below ten thousand with as many digits as it has. */
function writeFew(view: DataView, at: number, number: number): number {
  view.setUint32(at, fewDigits[number] ?? 0, true)
  if (number < 100) return at + (number < 10 ? 1 : 2)
  return at + (number < 1000 ? 3 : 4)
}

function writeFour(view: DataView, at: number, number: number): number {
  view.setUint32(at, fourDigits[number] ?? 0, true)
  return at + 4
}

function writeEight(view: DataView, at: number, number: number): number {
  const high = (number / tenThousand) | 0
  return writeFour(view, writeFour(view, at, high), number - high * tenThousand)
}

/** Numbers with more decimals are written by String. */
const maximumDecimals = 8

/**
 * As `writeWholes`, of any numbers; what is no finite number is null. Each text is read as the same
 * number, and has no more digits than that needs.
 */
export function writeDoubles(bytes: Uint8Array, begin: number, numbers: Float64Array): number {
  const view = viewOf(bytes)
  let at = begin
  /** As many as the number before has: neighbours have the same, as a rule. */
  let decimals = 1
  let power = 10
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] ?? 0
    const size = Math.abs(number)
    let digits = (size * power + 0.5) | 0
    // The quotient is rounded as a text of these digits is read.
    if (digits / power !== size) {
      decimals = decimalsOf(size)
      power = 10 ** decimals
      digits = (size * power + 0.5) | 0
    }
    if (digits === 0 || digits / power !== size) at = writeText(view, at, textOf(number))
    else {
      if (number < 0) view.setUint8(at++, minus)
      const whole = (digits / power) | 0
      const fraction = digits - whole * power
      at = whole < tenThousand ? writeFew(view, at, whole) : writeWhole(view, at, whole)
      if (fraction > 0)
        at = writeFraction(view, at, Math.imul(fraction, hundredMillion / power), decimals)
    }
    view.setUint8(at++, comma)
  }
  return at
}

/** Of how many decimals a number is; 0 where it has more than are tried. */
function decimalsOf(size: number): number {
  for (let [decimals, power] = [0, 1]; decimals <= maximumDecimals; decimals++, power *= 10)
    if (((size * power + 0.5) | 0) / power === size) return decimals
  return 0
}

/** The point and so many of eight decimals; those at the end are 0, and maybe the ones before. */
function writeFraction(view: DataView, at: number, fraction: number, decimals: number): number {
  view.setUint8(at, point)
  writeEight(view, at + 1, fraction)
  let end = at + 1 + decimals
  while (view.getUint8(end - 1) === zero) end -= 1
  return end
}

function textOf(number: number): string {
  if (Object.is(number, -0)) return '-0'
  return Number.isFinite(number) ? String(number) : 'null'
}

function writeText(view: DataView, begin: number, text: string): number {
  for (let index = 0; index < text.length; index++)
    view.setUint8(begin + index, text.charCodeAt(index))
  return begin + text.length
}
