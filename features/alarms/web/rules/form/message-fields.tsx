import { Input } from 'antd'
import { useTranslations } from 'use-intl'
import { locales } from '#kit/model/locale.ts'
import { languageNames } from '#kit/web/texts/language.ts'
import { filledMessage, messagePlaceholders } from '../../../contract/message.ts'
import { useRuleWords } from '../words/use-rule-words.ts'
import { useTargetUnit } from './conditions/number-fields.tsx'
import { FieldFrame } from './field-frame.tsx'
import { useMatches } from './match-preview.tsx'
import { errorAt, useRuleEntries } from './rule-entries.tsx'

/** What the alarm says in each language, with an example of what people will read. */
export function MessageFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, errors, change } = useRuleEntries()
  const fill = useExample()
  return (
    <>
      <p className="alarm-rules-note">
        {translate('messageNote', {
          names: messagePlaceholders.map((name) => `{${name}}`).join(' '),
        })}
      </p>
      <div className="alarm-rules-messages">
        {locales.map((locale) => {
          const text = draft.message[locale] ?? ''
          return (
            <FieldFrame
              key={locale}
              label={<span lang={locale}>{languageNames[locale]}</span>}
              extra={text.includes('{') ? translate('reads', { text: fill(text) }) : undefined}
              error={errorAt(errors, `message.${locale}`)}
            >
              {(id) => (
                <Input
                  id={id}
                  lang={locale}
                  value={text}
                  maxLength={256}
                  placeholder={translate('usualMessage')}
                  onChange={({ target }) =>
                    change({ message: { ...draft.message, [locale]: target.value } }, [
                      `message.${locale}`,
                    ])
                  }
                />
              )}
            </FieldFrame>
          )
        })}
      </div>
      <FieldFrame
        label={translate('procedure')}
        extra={translate('procedureNote')}
        error={errorAt(errors, 'procedure')}
      >
        {(id) => (
          <Input
            id={id}
            value={draft.procedure ?? ''}
            maxLength={500}
            onChange={({ target }) => change({ procedure: target.value }, ['procedure'])}
          />
        )}
      </FieldFrame>
    </>
  )
}

/** A little beyond the limit, as the value of the example. */
const beyond = 1.05

/** Fills a message with the first sensor of the rule and a value beyond its limit. */
function useExample(): (message: string) => string {
  const translate = useTranslations('alarms.rules.form')
  const { figure } = useRuleWords()
  const { draft } = useRuleEntries()
  const unit = useTargetUnit() ?? ''
  const [first] = useMatches().data?.sensors ?? []
  const { condition } = draft
  const limit =
    condition.kind === 'limit' && typeof condition.limit === 'number' ? condition.limit : 10
  const written = (value: number) => `${figure(value)} ${unit}`.trim()
  return (message) =>
    filledMessage(message, {
      sensor: first?.alias ?? translate('exampleSensor'),
      device: first?.device ?? translate('exampleDevice'),
      value: written(Math.round(limit * beyond * 100) / 100),
      limit: written(limit),
      rule: draft.name,
    })
}
