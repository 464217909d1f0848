import { Button } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../../form/entries.tsx'
import { EntryPages, useEntryPages } from '../../../form/list/entry-pages.tsx'
import { problemsOf, wrongPlaces } from '../../../form/list/entry-problems.ts'
import type { EnteredRule } from './entered.ts'

interface RuleRowsProps {
  readonly rules: readonly EnteredRule[]
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
  /** Puts the rule at `index` into another place. */
  readonly onMove: (index: number, to: number) => void
}

/** The rules in their order, with what is wrong with each. */
export function RuleRows({ rules, onEdit, onRemove, onMove }: RuleRowsProps) {
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const { errors } = useEntries()
  const { from, to: end, showEntry, pages } = useEntryPages(rules.length)
  const { list, announced, moved } = useMovedRule(rules.length)
  const wrongOf = (index: number) => problemsOf(errors, 'rules', index).map(({ text }) => text)
  const [wrong] = wrongPlaces(errors, 'rules')
  return (
    <>
      {wrong !== undefined && (
        <p role="alert">
          {translate('wrong')}{' '}
          <Button type="link" size="small" onClick={() => showEntry(wrong)}>
            {translate('showWrong')}
          </Button>
        </p>
      )}
      <ol className="mqtt-rows" start={from + 1} ref={list}>
        {rules.slice(from, end).map((rule, place) => (
          <RuleRow
            key={from + place}
            rule={rule}
            index={from + place}
            count={rules.length}
            wrong={wrongOf(from + place)}
            onMove={(by) => {
              const to = from + place + by
              onMove(from + place, to)
              showEntry(to)
              moved(rule.topic, to, by)
            }}
            onEdit={() => onEdit(from + place)}
            onRemove={() => onRemove(from + place)}
          />
        ))}
      </ol>
      <span className="visually-hidden" aria-live="polite">
        {announced}
      </span>
      <EntryPages {...pages} />
    </>
  )
}

/** Keeps the focus with a rule that was moved, and says where it is now. */
function useMovedRule(count: number) {
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const list = useRef<HTMLOListElement>(null)
  const [target, setTarget] = useState<{ to: number; by: Step; topic: string } | null>(null)
  useLayoutEffect(() => {
    if (!target) return
    const row = list.current?.querySelector(`li[data-index="${target.to}"]`)
    const buttons = [target.by, -target.by].map((by) =>
      row?.querySelector<HTMLButtonElement>(`button[data-move="${by}"]:not(:disabled)`),
    )
    // At an end of the list one of the two leads nowhere.
    buttons.find((button) => button)?.focus()
  }, [target])
  return {
    list,
    announced: target && translate('moved', { topic: target.topic, place: target.to + 1, count }),
    moved: (topic: string, to: number, by: Step) => setTarget({ topic, to, by }),
  }
}

type Step = 1 | -1

interface RuleRowProps {
  readonly rule: EnteredRule
  readonly index: number
  /** Of all rules. */
  readonly count: number
  readonly wrong: readonly string[]
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onMove: (by: Step) => void
}

function RuleRow({ rule, index, count, wrong, onEdit, onRemove, onMove }: RuleRowProps) {
  const { topic, device, payload } = rule
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const formats = useTranslations('connectors.kinds.mqtt.payloads')
  return (
    <li data-wrong={wrong.length > 0} data-index={index}>
      <span>
        <span className="connector-mono">{topic}</span>
        <small>
          {formats(payload.format)}
          {device !== null && ` · ${device}`}
        </small>
        {wrong.map((text) => (
          <small key={text} className="mqtt-wrong">
            {text}
          </small>
        ))}
      </span>
      <Button
        type="text"
        data-move={-1}
        disabled={index === 0}
        aria-label={translate('up', { topic })}
        icon={<Icon name="chevron-up" />}
        onClick={() => onMove(-1)}
      />
      <Button
        type="text"
        data-move={1}
        disabled={index === count - 1}
        aria-label={translate('down', { topic })}
        icon={<Icon name="chevron-down" />}
        onClick={() => onMove(1)}
      />
      <Button
        type="text"
        aria-label={translate('edit', { topic })}
        icon={<Icon name="edit" />}
        onClick={onEdit}
      />
      <Button
        type="text"
        aria-label={translate('remove', { topic })}
        icon={<Icon name="trash" />}
        onClick={onRemove}
      />
    </li>
  )
}
