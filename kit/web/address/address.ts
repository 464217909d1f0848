/**
 * What the address of a screen holds behind its question mark, field by field. Reading never fails:
 * somebody may have typed it, and what makes no sense is as if it were not there.
 */
export interface AddressField<Value> {
  /** What the field is where the address does not name it; never written. */
  readonly absent: Value
  readonly read: (raw: unknown) => Value
}

export type AddressFields = Readonly<Record<string, AddressField<unknown>>>

export type AddressOf<Fields extends AddressFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends AddressField<infer Value> ? Value : never
}

/** An address before it is read, and after it is written: as the router has it. */
export type Search = Readonly<Record<string, unknown>>

export function readAddress<Fields extends AddressFields>(
  fields: Fields,
  search: Search,
): AddressOf<Fields> {
  const values = Object.entries(fields).map(([name, { read }]) => [name, read(search[name])])
  return Object.fromEntries(values) as AddressOf<Fields>
}

/** Only what differs from an address that names nothing. */
export function writeAddress<Fields extends AddressFields>(
  fields: Fields,
  address: AddressOf<Fields>,
): Search {
  return Object.fromEntries(
    Object.entries(address).filter(([name, value]) => value !== fields[name]?.absent),
  )
}

/**
 * Names of the fields of which `search` says something that their values cannot be: repeated, of
 * another kind, or out of their limits.
 */
export function misreadFields(fields: AddressFields, search: Search): string[] {
  return Object.entries(fields).flatMap(([name, { read }]) => {
    const raw = search[name]
    const text = asText(raw)
    const isRead = raw === undefined || text === '' || (text !== null && text === asText(read(raw)))
    return isRead ? [] : [name]
  })
}

/** What the router makes numbers and booleans of is text again; everything else is none. */
export function asText(raw: unknown): string | null {
  return typeof raw === 'string' || typeof raw === 'number' || typeof raw === 'boolean'
    ? String(raw)
    : null
}

/** Any text; longer ones are cut. */
export const textField = (maximumLength: number): AddressField<string> => ({
  absent: '',
  read: (raw) => (asText(raw) ?? '').slice(0, maximumLength),
})

/** Any text, or null; longer ones are cut. */
export const optionalText = (maximumLength: number): AddressField<string | null> => ({
  absent: null,
  read: (raw) => (asText(raw) ?? '').slice(0, maximumLength) || null,
})

/** One of the values. */
export const choiceField = <const Value extends string>(
  values: readonly Value[],
  absent: NoInfer<Value>,
): AddressField<Value> => ({
  absent,
  read: (raw) => values.find((value) => value === raw) ?? absent,
})

/** One of the values, or null. */
export const optionalChoice = <const Value extends string>(
  values: readonly Value[],
): AddressField<Value | null> => ({
  absent: null,
  read: (raw) => values.find((value) => value === raw) ?? null,
})

/** Number of a page of a list, from 1. */
export const pageField: AddressField<number> = {
  absent: 1,
  read: (raw) => {
    const page = Number(asText(raw) ?? '')
    return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
  },
}

/** How many entries of a list make a page: what the control below a list offers. */
export const pageSizes = [20, 50, 100] as const

export const pageSizeField = (absent: (typeof pageSizes)[number]): AddressField<number> => ({
  absent,
  read: (raw) => pageSizes.find((size) => String(size) === asText(raw)) ?? absent,
})
