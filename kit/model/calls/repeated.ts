import type { z } from 'zod'
import { fieldError, rule } from './field-errors.ts'

/** A check of a list: each row that has, in one of these fields, what a row before it has. */
export const withoutRepeated =
  <Field extends string>(fields: readonly Field[], fold = (text: string) => text) =>
  ({ value, issues }: z.core.ParsePayload<readonly Readonly<Record<Field, string>>[]>): void => {
    for (const field of fields)
      for (const index of repeatedAt(value.map((row) => fold(row[field]))))
        issues.push({
          ...{ code: 'custom', input: value, path: [index, field] },
          ...rule(fieldError('repeated')),
        })
  }

const repeatedAt = (texts: readonly string[]) =>
  texts.flatMap((text, index) => (texts.indexOf(text) < index ? [index] : []))
