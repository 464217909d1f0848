import { passwordProblemTexts, type PasswordProblem } from '#features/accounts/contract/password.ts'

const problems = ['short', 'common', 'personal'] as const satisfies readonly PasswordProblem[]

/** Which problem the server means with the reason that it gave for a password. */
export function problemOfReason(reason: string): PasswordProblem {
  return problems.find((problem) => passwordProblemTexts[problem] === reason) ?? 'common'
}
