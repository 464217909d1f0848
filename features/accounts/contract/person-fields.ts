import { z } from 'zod'
import { Person } from './person.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/**
 * What people write about themselves, and those who manage them about them. A new field of a person
 * is added to this file and to `Person`.
 */
export const personFields = {
  name: oneLine(128).min(1),
  introduction: z.string().trim().max(2000),
}

export type WrittenFields = Pick<Person, keyof typeof personFields>

/** What a form about a person begins with. */
export function writtenFields({ name, introduction }: WrittenFields): WrittenFields {
  return { name, introduction }
}

/** The same for a person who is not there yet. */
export const emptyFields: WrittenFields = { name: '', introduction: '' }

/** Fields that say who somebody is, as views of them and the audit call them. */
export const identifyingFields: readonly string[] = Object.keys(Person.omit({ id: true }).shape)
