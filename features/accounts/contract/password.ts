import { z } from 'zod'
import { fieldError, rule, type FieldError } from '#kit/model/calls/field-errors.ts'
import { commonPasswords } from './common-passwords.ts'
import { strengthOf } from './password-strength.ts'

/** Shortest password that a person may choose. */
export const minimumNewPasswordLength = 8
const maximumPasswordLength = 1024

/** Why a password is not accepted. */
export type PasswordProblem = 'short' | 'common' | 'personal'

/** The field error that stands for a problem. */
export function passwordError(problem: PasswordProblem): FieldError {
  return problem === 'short'
    ? fieldError('password_short', { minimum: minimumNewPasswordLength })
    : fieldError(`password_${problem}`)
}

export interface PasswordAssessment {
  /** 0 refused, 1 weak, 2 fair, 3 good, 4 strong. */
  readonly strength: 0 | 1 | 2 | 3 | 4
  readonly problem: PasswordProblem | null
}

/**
 * Judges a password that somebody wants to use. `personal`: name, e-mail address and the like of
 * that person.
 */
export function assessPassword(
  password: string,
  personal: readonly string[] = [],
): PasswordAssessment {
  const problem = problemOf(password, personal)
  return { problem, strength: problem === null ? strengthOf(password) : 0 }
}

function problemOf(password: string, personal: readonly string[]): PasswordProblem | null {
  if ([...password].length < minimumNewPasswordLength) return 'short'
  if (isCommon(password)) return 'common'
  return isPersonal(password, personal) ? 'personal' : null
}

const substitutes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * The words that people mean: lower case, digits and signs that stand for letters read as those,
 * what is put before and after left out.
 */
function plainForms(password: string): readonly string[] {
  const lower = password.normalize('NFKC').toLowerCase()
  const bare = lower.replace(/^[\d\W_]+|[\d\W_]+$/gu, '')
  const read = (text: string) =>
    [...text].map((character) => substitutes[character] ?? character).join('')
  return [
    lower,
    bare,
    read(lower),
    read(bare),
    read(lower).replaceAll('l', 'i'),
    lower.replaceAll(/[\W_]+/gu, ''),
  ]
}

function isCommon(password: string): boolean {
  const forms = plainForms(password)
  return (
    forms.some((form) => commonPasswords.has(form) || commonPasswords.has(halfOf(form))) ||
    isMonotonous(forms[0] ?? '')
  )
}

/** `abcabc` is `abc` to a guesser. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : text
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn',
]

/** Few different characters, or one run along the alphabet, the digits or a row of keys. */
function isMonotonous(text: string): boolean {
  if (new Set(text).size < 4) return true
  return rows.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text))
}

/** Whether hardly a letter remains of the password when the person's own words are taken out. */
function isPersonal(password: string, personal: readonly string[]): boolean {
  const words = personal
    .flatMap((text) => [text, ...text.split(/[\s@._-]+/)])
    .map((word) => word.toLowerCase())
  const ownWords = words
    .filter((word) => word.length >= 4)
    .toSorted((one, other) => other.length - one.length)
  const lower = password.toLowerCase()
  const rest = ownWords.reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest.length < lower.length && rest.replaceAll(/[^\p{L}]/gu, '').length < 4
}

/**
 * A password as a call takes it; the handler compares it with the person's own words.
 */
export const NewPassword = z
  .string()
  .max(maximumPasswordLength)
  .superRefine((password, context) => {
    const { problem } = assessPassword(password)
    if (problem !== null) context.addIssue({ code: 'custom', ...rule(passwordError(problem)) })
  })
