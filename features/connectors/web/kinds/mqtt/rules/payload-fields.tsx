import { Input } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Payload } from '#features/connectors/contract/kinds/mqtt/mapping.ts'
import { linesOf, readFields, readStates, writeFields, writeStates } from './entered.ts'
import { Labelled } from '../../../form/labelled.tsx'

type Of<Format> = Extract<Payload, { readonly format: Format }>

interface PartProps<Format> {
  readonly payload: Of<Format>
  readonly onChange: (payload: Of<Format>) => void
}

/** The sensor of a single value, and texts that are numbers. */
export function PlainFields({ payload, onChange }: PartProps<'plain'>) {
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  return (
    <div className="connector-pair">
      <TextInput
        label={translate('key')}
        extra={translate('keyNote')}
        value={payload.key}
        onChange={(key) => onChange({ ...payload, key })}
      />
      <StatesInput value={payload.states} onChange={(states) => onChange({ ...payload, states })} />
    </div>
  )
}

/** Where values and their time are in a document, and which of them count. */
export function JsonFields({ payload, onChange }: PartProps<'json'>) {
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  return (
    <>
      <div className="connector-pair">
        <TextInput
          label={translate('root')}
          extra={translate('rootNote')}
          value={payload.root}
          onChange={(root) => onChange({ ...payload, root })}
        />
        <TextInput
          label={translate('time')}
          extra={translate('timeNote')}
          value={payload.time}
          onChange={(time) => onChange({ ...payload, time })}
        />
        <StatesInput
          value={payload.states}
          onChange={(states) => onChange({ ...payload, states })}
        />
      </div>
      <div className="connector-pair">
        <LinesInput
          label={translate('fields')}
          extra={translate('fieldsNote')}
          initial={writeFields(payload.fields)}
          onChange={(text) => onChange({ ...payload, fields: readFields(text, payload.fields) })}
        />
        {payload.fields.length === 0 && (
          <LinesInput
            label={translate('except')}
            extra={translate('exceptNote')}
            initial={payload.except.join('\n')}
            onChange={(text) => onChange({ ...payload, except: linesOf(text) })}
          />
        )}
      </div>
    </>
  )
}

/** What says that a device is there, and that it is not. */
export function StatusFields({ payload, onChange }: PartProps<'status'>) {
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  return (
    <div className="connector-pair">
      <TextInput
        label={translate('online')}
        value={payload.online}
        onChange={(online) => onChange({ ...payload, online })}
      />
      <TextInput
        label={translate('offline')}
        value={payload.offline}
        onChange={(offline) => onChange({ ...payload, offline })}
      />
      <TextInput
        label={translate('path')}
        extra={translate('pathNote')}
        value={payload.path}
        onChange={(path) => onChange({ ...payload, path })}
      />
    </div>
  )
}

interface TextInputProps {
  readonly label: string
  readonly extra?: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function TextInput({ value, onChange, ...labels }: TextInputProps) {
  return (
    <Labelled {...labels}>
      {(id) => (
        <Input
          id={id}
          value={value}
          maxLength={256}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  )
}

interface StatesInputProps {
  readonly value: Readonly<Record<string, number>>
  readonly onChange: (value: Record<string, number>) => void
}

/** The text stays as it is typed; what it means is given on. */
function StatesInput({ value, onChange }: StatesInputProps) {
  const translate = useTranslations('connectors.kinds.mqtt.rule')
  const [typed, setTyped] = useState(() => writeStates(value))
  return (
    <TextInput
      label={translate('states')}
      extra={translate('statesNote')}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        onChange(readStates(text))
      }}
    />
  )
}

interface LinesInputProps {
  readonly label: string
  readonly extra: string
  readonly initial: string
  readonly onChange: (text: string) => void
}

function LinesInput({ initial, onChange, ...labels }: LinesInputProps) {
  const [typed, setTyped] = useState(initial)
  return (
    <Labelled {...labels}>
      {(id) => (
        <Input.TextArea
          id={id}
          className="connector-mono"
          autoSize={{ minRows: 3, maxRows: 10 }}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(target.value)
          }}
        />
      )}
    </Labelled>
  )
}
