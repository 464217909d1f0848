/** Values for the `{name:Type}` places of a query. */
export type QueryParameters = Readonly<
  Record<string, number | string | readonly number[] | readonly string[]>
>

/**
 * The query with its values written in place. The embedded engine runs statements with bound
 * parameters one at a time in the whole process, and a server takes them in the address of the
 * request, which has a limit; text has neither. Each value is written by the type that its place
 * declares: what is not of that type throws TypeError, so that no value can become anything but a
 * value.
 */
export function withParameters(query: string, parameters: QueryParameters = {}): string {
  return query.replaceAll(/\{(\w+):([A-Za-z0-9()]+)\}/g, (_, name: string, type: string) => {
    if (!Object.hasOwn(parameters, name)) throw new TypeError(`the query needs a value for ${name}`)
    return `_CAST(${literal(type, parameters[name])}, '${type}')`
  })
}

function literal(type: string, value: unknown): string {
  const element = /^Array\((\w+)\)$/.exec(type)?.[1]
  if (element === undefined) return scalar(type, value)
  if (!Array.isArray(value)) throw new TypeError(`${String(value)} is not of type ${type}`)
  return `[${value.map((each) => scalar(element, each)).join(',')}]`
}

function scalar(type: string, value: unknown): string {
  if (type === 'String' && typeof value === 'string') return quoted(value)
  const whole = wholeNumbers[type]
  if (
    whole &&
    typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= whole.minimum &&
    value <= whole.maximum
  )
    return String(value + 0)
  throw new TypeError(`${String(value)} is not of type ${type}`)
}

const wholeNumbers: Readonly<
  Record<string, { readonly minimum: number; readonly maximum: number }>
> = {
  UInt8: { minimum: 0, maximum: 255 },
  UInt32: { minimum: 0, maximum: 4_294_967_295 },
  Int64: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
}

/** A string literal of the engine's grammar. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`
}
