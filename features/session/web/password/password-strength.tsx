import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import {
  assessPassword,
  minimumNewPasswordLength,
  passwordError,
} from '#features/accounts/contract/password.ts'
import './password-strength.css'

const strengths = ['refused', 'weak', 'fair', 'good', 'strong'] as const

const noWords: readonly string[] = []

/**
 * How hard a new password is to guess, as four bars and a word; or why it will be refused.
 * `personal`: the person's own words.
 */
export function PasswordStrength({
  password,
  personal = noWords,
}: {
  readonly password: string
  readonly personal?: readonly string[]
}) {
  const translate = useTranslations('session.strength')
  const fieldErrorText = useFieldErrorText()
  const { strength, problem } = assessPassword(password, personal)
  const isEmpty = password === ''
  const words =
    problem === null ? translate(strengths[strength]) : fieldErrorText(passwordError(problem))
  return (
    <div className="password-strength" data-strength={isEmpty ? 0 : strength}>
      <span className="password-strength-bars" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span role="status" className="password-strength-words">
        {isEmpty ? (
          translate('hint', { count: minimumNewPasswordLength })
        ) : (
          <>
            {problem !== null && <Icon name="info" size={12} />}
            <span>{words}</span>
          </>
        )}
      </span>
    </div>
  )
}
