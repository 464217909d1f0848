interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: Schema }>> }
}

/** What `/api/docs/json` holds. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** No column and no moment holds more. */
const maximumSafeTime = 8.64e15

/**
 * Whole numbers that calls take without a limit of their own, as `put /api/profile version`: the
 * database refuses what a column cannot hold, which would be an error of the server.
 */
export function openNumbers({ paths }: ApiDescription): readonly string[] {
  const found = new Set<string>()
  const walk = (place: string, schema: Schema | undefined): void => {
    if (!schema) return
    const { anyOf = [], oneOf = [], allOf = [], properties = {} } = schema
    for (const part of [...anyOf, ...oneOf, ...allOf]) walk(place, part)
    for (const [name, part] of Object.entries(properties)) walk(`${place}.${name}`, part)
    walk(`${place}[]`, schema.items)
    if (schema.type === 'integer' && (schema.maximum ?? Infinity) > maximumSafeTime)
      found.add(place)
  }
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      for (const { name, schema } of parameters) walk(`${method} ${path} ${name}`, schema)
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        walk(`${method} ${path} `, schema)
    }
  return [...found].map((place) => place.replace(' .', ' '))
}
