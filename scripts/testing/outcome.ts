import { z } from 'zod'

const Failure = z.object({
  /** File and line, as far as they are clear. */
  where: z.string(),
  title: z.string(),
  reason: z.string(),
})

/** What came of the tests of one configuration. */
export const Outcome = z.object({
  passed: z.int(),
  skipped: z.int(),
  /** When the first test began, ms UTC; null when none did. */
  firstTestAt: z.number().nullable(),
  /** Tests, files that could not run, and errors that no test caught. */
  failures: z.array(Failure),
})
export type Outcome = z.infer<typeof Outcome>
export type Failure = z.infer<typeof Failure>

/**
 * The variable that names the file into which the reporter writes the outcome. Tests start servers
 * in this environment: those refuse variables of WARROOM_… that they do not have.
 */
export const outcomeFileVariable = 'TEST_OUTCOME_FILE'

/**
 * The failures as the last lines of a run: whoever sees only its end sees which tests failed, and
 * why. Empty without failures.
 */
export function failureLines(failures: readonly Failure[]): string {
  return failures
    .map(({ where, title, reason }) => {
      const lines = reason.split('\n').map((line) => `    ${line}`)
      return `\nFAILED ${title}\n  ${where}\n${lines.join('\n')}\n`
    })
    .join('')
}
