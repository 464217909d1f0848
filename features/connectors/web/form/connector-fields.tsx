import { Input, Select } from 'antd'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { maximumNameLength } from '#features/connectors/contract/connector.ts'
import { kindManifests, useKindName } from '../kinds.ts'
import { FieldFrame } from './fields.tsx'

interface KindFieldProps {
  readonly kind: string
  readonly isNew: boolean
  readonly error: string | undefined
  readonly onKind: (kind: string) => void
}

/** What is stored stays of its kind. */
export function KindField({ kind, isNew, error, onKind }: KindFieldProps) {
  const translate = useTranslations('connectors.form')
  const nameOf = useKindName()
  const id = useId()
  const options = kindManifests.map((each) => ({ value: each.kind, label: nameOf(each.kind) }))
  return (
    <FieldFrame id={id} name="kind" label={translate('kind')} error={error}>
      <Select id={id} value={kind} options={options} disabled={!isNew} onChange={onKind} />
    </FieldFrame>
  )
}

interface NameFieldProps {
  readonly name: string
  readonly error: string | undefined
  readonly onChange: (name: string) => void
}

export function NameField({ name, error, onChange }: NameFieldProps) {
  const translate = useTranslations('connectors.form')
  const id = useId()
  return (
    <FieldFrame id={id} name="name" label={translate('name')} error={error}>
      <Input
        id={id}
        value={name}
        maxLength={maximumNameLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </FieldFrame>
  )
}
