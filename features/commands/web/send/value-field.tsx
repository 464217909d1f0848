import { Input, Radio } from 'antd'
import { useTranslations } from 'use-intl'
import { valueProblem } from '#features/commands/contract/command-value.ts'
import type { OfferedTarget } from '#features/commands/contract/routes.ts'
import type { CommandValue } from '#kit/model/device-command.ts'
import { maximumTextLength } from '#kit/model/limits.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'

/** What a field holds: what was typed, or chosen. */
export type Entry = string | boolean | null

/** Reads an entry as the target takes it: the value, or what is wrong with it. */
export function useReadEntry(target: OfferedTarget) {
  const format = useFormat()
  const translate = useTranslations('commands.send')
  const textOf = useFieldErrorText()
  return (entry: Entry): { value: CommandValue } | { problem: string | null } => {
    if (target.type === 'trigger') return { value: true }
    if (entry === null || (entry === '' && target.type !== 'text')) return { problem: null }
    const isNumber = target.type === 'number' || target.type === 'integer'
    const value = isNumber && typeof entry === 'string' ? format.read(entry) : entry
    if (value === null || value === undefined) return { problem: translate('noNumber') }
    const problem = valueProblem(target, value)
    if (problem === null) return { value }
    return {
      problem: problem.code === 'wrong_type' ? translate('noWhole') : textOf(problem),
    }
  }
}

interface ValueFieldProps {
  readonly target: OfferedTarget
  readonly entry: Entry
  readonly problem: string | null
  readonly isDisabled: boolean
  readonly onChange: (entry: Entry) => void
}

/** Where the new value is typed or chosen. Enter does nothing here. */
export function ValueField({ target, entry, problem, isDisabled, onChange }: ValueFieldProps) {
  const translate = useTranslations('commands')
  const format = useFormat()
  const { type, unit, minimum, maximum } = target
  if (type === 'trigger') return null
  if (type === 'boolean')
    return (
      <Radio.Group
        value={entry}
        disabled={isDisabled}
        aria-label={translate('send.value')}
        options={[
          { value: true, label: translate('values.on') },
          { value: false, label: translate('values.off') },
        ]}
        onChange={({ target: { value } }) => onChange(value as boolean)}
      />
    )
  const limit = (value: number | null) => (value === null ? '…' : format.write(value))
  const isText = type === 'text'
  return (
    <label className="command-field">
      {translate('send.value')}
      <Input
        value={String(entry ?? '')}
        disabled={isDisabled}
        suffix={unit}
        maxLength={isText ? maximumTextLength : 30}
        inputMode={isText ? 'text' : 'decimal'}
        autoComplete="off"
        status={problem === null ? '' : 'error'}
        onChange={({ target: { value } }) => onChange(value)}
      />
      {(minimum !== null || maximum !== null) && (
        <span className="command-limits">
          {translate('send.limits', { minimum: limit(minimum), maximum: limit(maximum) })}
        </span>
      )}
      {problem !== null && (
        <span className="command-problem" role="alert">
          {problem}
        </span>
      )}
    </label>
  )
}
