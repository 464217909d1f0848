import { Input, Select } from 'antd'
import { useId } from 'react'
import { useEntries } from '../../form/entries.tsx'
import { FieldFrame } from '../../form/fields.tsx'

const certificateBegin = '-----BEGIN CERTIFICATE-----'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly extra?: string
}

/** A setting that is one of several numbers. */
export function NumericChoiceField({
  options,
  ...field
}: FieldProps & { readonly options: readonly { value: number; label: string }[] }) {
  const { settings, errors, change } = useEntries()
  const id = useId()
  return (
    <FieldFrame {...field} id={id} error={errors.get(field.name)}>
      <Select
        id={id}
        value={Number(settings[field.name] ?? 0)}
        options={[...options]}
        onChange={(value: number) => change({ [field.name]: value })}
      />
    </FieldFrame>
  )
}

/** A setting that is a certificate as a text of several lines. */
export function CertificateField(field: FieldProps) {
  const { settings, errors, change } = useEntries()
  const id = useId()
  const value = settings[field.name]
  return (
    <FieldFrame {...field} id={id} error={errors.get(field.name)}>
      <Input.TextArea
        id={id}
        rows={3}
        className="connector-mono"
        placeholder={certificateBegin}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => change({ [field.name]: target.value })}
      />
    </FieldFrame>
  )
}
