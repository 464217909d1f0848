import { Button, Input, Select } from 'antd'
import { useTranslations } from 'use-intl'
import { CommandType } from '#kit/model/device-command.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { Icon } from '#kit/ui/icon.tsx'
import type { TargetEntry } from './target-entries.ts'

interface TargetFieldsProps {
  readonly target: TargetEntry
  readonly onChange: (target: TargetEntry) => void
  readonly onRemove: () => void
}

/** One thing that a device takes: its name, type, unit and limits. */
export function TargetFields({ target, onChange, onRemove }: TargetFieldsProps) {
  const translate = useTranslations('commands.settings')
  const isNumber = target.type === 'number' || target.type === 'integer'
  const field = (name: 'name' | 'unit' | 'minimum' | 'maximum', maximumLength: number) => (
    <Input
      value={target[name]}
      aria-label={translate(name)}
      placeholder={translate(name)}
      maxLength={maximumLength}
      autoComplete="off"
      onChange={({ target: { value } }) => onChange({ ...target, [name]: value })}
    />
  )
  return (
    <div className="command-target-fields">
      {field('name', maximumKeyLength)}
      <Select
        value={target.type}
        aria-label={translate('type')}
        options={CommandType.options.map((value) => ({
          value,
          label: translate(`types.${value}`),
        }))}
        onChange={(type) => onChange({ ...target, type })}
      />
      {isNumber && field('unit', 32)}
      {isNumber && field('minimum', 30)}
      {isNumber && field('maximum', 30)}
      <Button
        type="text"
        className="command-remove"
        aria-label={translate('remove', { name: target.name })}
        icon={<Icon name="trash" size={14} />}
        onClick={onRemove}
      />
    </div>
  )
}
