import type { Locale } from '#kit/model/locale.ts'
import { fold } from '../../understanding/fold.ts'
import { lexicons } from '../../understanding/language.ts'

/** Of statistics: which word of a sentence may stand with which field. */
const roles = {
  average: ['average'],
  minimum: ['minimum'],
  maximum: ['maximum'],
  median: ['median'],
  deviation: ['standardDeviation'],
} as const

export type Role = keyof typeof roles

export const roleOf = new Map<string, Role>(
  Object.entries(roles).flatMap(([role, fields]) =>
    fields.map((field) => [field, role as Role] as const),
  ),
)

export function rolesIn(sentence: string, locale: Locale): ReadonlySet<Role> {
  const text = fold(sentence)
  const found = lexicons[locale].intents.flatMap(([intent, pattern]) =>
    intent in roles && text.search(pattern) >= 0 ? [intent as Role] : [],
  )
  return new Set(found)
}
