import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useEntries } from '../../../form/entries.tsx'
import type { EnteredRule } from './entered.ts'

const pageSize = 20

interface RuleRowsProps {
  readonly rules: readonly EnteredRule[]
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

/** The rules in their order, with what is wrong with each. */
export function RuleRows({ rules, onEdit, onRemove }: RuleRowsProps) {
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const { errors } = useEntries()
  const [page, setPage] = useState(1)
  const shown = Math.min(page, Math.max(1, Math.ceil(rules.length / pageSize)))
  const from = (shown - 1) * pageSize
  const wrongOf = (index: number) =>
    [...errors].flatMap(([path, text]) => (path.startsWith(`rules.${index}.`) ? [text] : []))
  const wrong = rules.findIndex((_rule, index) => wrongOf(index).length > 0)
  return (
    <>
      {wrong !== -1 && (
        <p role="alert">
          {translate('wrong')}{' '}
          <Button
            type="link"
            size="small"
            onClick={() => setPage(Math.floor(wrong / pageSize) + 1)}
          >
            {translate('showWrong')}
          </Button>
        </p>
      )}
      <ol className="mqtt-rows" start={from + 1}>
        {rules.slice(from, from + pageSize).map((rule, place) => (
          <RuleRow
            key={from + place}
            rule={rule}
            wrong={wrongOf(from + place)}
            onEdit={() => onEdit(from + place)}
            onRemove={() => onRemove(from + place)}
          />
        ))}
      </ol>
      {rules.length > pageSize && (
        <Pagination
          size="small"
          current={shown}
          pageSize={pageSize}
          total={rules.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  )
}

interface RuleRowProps {
  readonly rule: EnteredRule
  readonly wrong: readonly string[]
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function RuleRow({ rule: { topic, device, payload }, wrong, onEdit, onRemove }: RuleRowProps) {
  const translate = useTranslations('connectors.kinds.mqtt.rules')
  const formats = useTranslations('connectors.kinds.mqtt.payloads')
  return (
    <li data-wrong={wrong.length > 0}>
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
