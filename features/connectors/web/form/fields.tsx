import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useEntries, useShowsErrorsOf } from './entries.tsx'

interface FieldProps {
  /** Name of the setting. */
  readonly name: string
  readonly label: string
  readonly extra?: string
}

interface FrameProps extends FieldProps {
  readonly id: string
  /** Of the errors that it shows; absent: the name. */
  readonly path?: string
  readonly error: string | undefined
  readonly children: ReactNode
}

/** Label, control, what is wrong and a note. */
export function FieldFrame(props: FrameProps) {
  const { id, name, path = name, label, extra, error, children } = props
  useShowsErrorsOf(path)
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      extra={extra}
      {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
    >
      {children}
    </Form.Item>
  )
}

/** A setting that is a text. */
export function TextField({ maximum = 200, ...field }: FieldProps & { readonly maximum?: number }) {
  const { settings, errors, change } = useEntries()
  const id = useId()
  const value = settings[field.name]
  return (
    <FieldFrame {...field} id={id} error={errors.get(field.name)}>
      <Input
        id={id}
        value={typeof value === 'string' ? value : ''}
        maxLength={maximum}
        autoComplete="off"
        onChange={(event) => change({ [field.name]: event.target.value })}
      />
    </FieldFrame>
  )
}

/**
 * A setting that is a number, `factor` times what people enter. What is no number goes to the
 * server as it was typed, which says so.
 */
export function NumberField({
  factor = 1,
  unit,
  ...field
}: FieldProps & { readonly factor?: number; readonly unit?: string }) {
  const { settings, errors, change } = useEntries()
  const id = useId()
  return (
    <FieldFrame {...field} id={id} error={errors.get(field.name)}>
      <NumberInput
        id={id}
        value={settings[field.name]}
        factor={factor}
        unit={unit}
        onChange={(value) => change({ [field.name]: value })}
      />
    </FieldFrame>
  )
}

interface NumberInputProps {
  readonly id?: string
  readonly label?: string
  readonly value: unknown
  readonly factor?: number
  readonly unit?: string | undefined
  readonly isWrong?: boolean
  readonly onChange: (value: number | string) => void
}

/** The text that was typed stays as it is; what it means is given on. */
export function NumberInput(props: NumberInputProps) {
  const { id, label, value, factor = 1, unit, isWrong = false, onChange } = props
  const format = useFormat()
  const written = typeof value === 'number' ? format.write(value / factor) : textOf(value)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(isWrong ? { status: 'error' as const } : {})}
      value={typed ?? written}
      inputMode="decimal"
      maxLength={15}
      autoComplete="off"
      suffix={unit}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        const read = format.read(target.value)
        onChange(typeof read === 'number' ? Math.round(read * factor * 1e6) / 1e6 : target.value)
      }}
    />
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * A setting that is one of several.
 *
 * @public for kinds that need it
 */
export function ChoiceField({
  options,
  ...field
}: FieldProps & { readonly options: readonly { value: string; label: string }[] }) {
  const { settings, errors, change } = useEntries()
  const id = useId()
  return (
    <FieldFrame {...field} id={id} error={errors.get(field.name)}>
      <Select
        id={id}
        value={textOf(settings[field.name])}
        options={[...options]}
        onChange={(value: string) => change({ [field.name]: value })}
      />
    </FieldFrame>
  )
}

/**
 * A setting that is on or off.
 *
 * @public for kinds that need it
 */
export function SwitchField(field: FieldProps) {
  const { settings, errors, change } = useEntries()
  useShowsErrorsOf(field.name)
  const error = errors.get(field.name)
  return (
    <Form.Item
      extra={field.extra}
      {...(error === undefined ? {} : { validateStatus: 'error' as const, help: error })}
    >
      <Checkbox
        checked={settings[field.name] === true}
        onChange={({ target }) => change({ [field.name]: target.checked })}
      >
        {field.label}
      </Checkbox>
    </Form.Item>
  )
}

/**
 * A secret: what is stored is never shown, and stays unless something is entered or it is removed.
 * `rows`: for keys and certificates of several lines.
 *
 * @public for kinds that need it
 */
export function SecretField({ rows, ...field }: FieldProps & { readonly rows?: number }) {
  const translate = useTranslations('connectors.form')
  const { secrets, storedSecrets, errors, changeSecret } = useEntries()
  const id = useId()
  const { name } = field
  const entered = secrets[name]
  const isStored = storedSecrets.includes(name)
  const control = {
    ...{ id, value: entered ?? '', autoComplete: 'new-password', maxLength: 10_000 },
    placeholder: isStored && entered === undefined ? translate('secretStored') : '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      changeSecret(name, target.value === '' ? undefined : target.value),
  }
  return (
    <FieldFrame {...field} id={id} path={`secrets.${name}`} error={errors.get(`secrets.${name}`)}>
      {rows === undefined ? (
        <Input.Password {...control} visibilityToggle={false} />
      ) : (
        <Input.TextArea {...control} rows={rows} className="connector-mono" />
      )}
      {isStored && (
        <Button
          type="link"
          size="small"
          onClick={() => changeSecret(name, entered === null ? undefined : null)}
        >
          {translate(entered === null ? 'secretKeep' : 'secretRemove')}
        </Button>
      )}
    </FieldFrame>
  )
}
