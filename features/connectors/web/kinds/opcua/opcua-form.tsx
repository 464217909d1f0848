import { useTranslations } from 'use-intl'
import {
  ChoiceField,
  NumberField,
  SecretField,
  SwitchField,
  TextField,
} from '../../form/fields.tsx'
import { useEntries } from '../../form/entries.tsx'
import type { KindForm } from '../../kind-form.ts'
import { ServerFields } from './access/server-fields.tsx'
import { securityOf } from './entered.ts'
import { Found } from './found.tsx'
import { ItemsField } from './items/items-field.tsx'
import './opcua.css'

const second = 1_000
const clocks = ['source', 'server', 'receipt'] as const

function Fields() {
  return (
    <>
      <ServerFields />
      <SignInFields />
      <ItemsField />
      <SubscriptionFields />
    </>
  )
}

function SignInFields() {
  const translate = useTranslations('connectors.kinds.opcua.signIn')
  const { settings, change } = useEntries()
  const { user } = settings
  const isAnonymous = user === null
  return (
    <fieldset className="opcua-group">
      <legend>{translate('title')}</legend>
      <ChoiceOfUser
        isAnonymous={isAnonymous}
        onChange={(anonymous) => change({ user: anonymous ? null : '' })}
      />
      {!isAnonymous && (
        <>
          <div className="connector-pair">
            <TextField name="user" label={translate('user')} maximum={256} />
            <SecretField name="password" label={translate('password')} />
          </div>
          {securityOf(settings).mode !== 'signAndEncrypt' && (
            <SwitchField
              name="mayExposePassword"
              label={translate('mayExpose')}
              extra={translate('mayExposeNote')}
            />
          )}
        </>
      )}
    </fieldset>
  )
}

interface ChoiceOfUserProps {
  readonly isAnonymous: boolean
  readonly onChange: (isAnonymous: boolean) => void
}

function ChoiceOfUser({ isAnonymous, onChange }: ChoiceOfUserProps) {
  const translate = useTranslations('connectors.kinds.opcua.signIn')
  return (
    <div className="opcua-choice" role="radiogroup" aria-label={translate('title')}>
      {([true, false] as const).map((value) => (
        <label key={String(value)}>
          <input
            type="radio"
            name="opcua-user"
            checked={isAnonymous === value}
            onChange={() => onChange(value)}
          />
          {translate(value ? 'anonymous' : 'named')}
        </label>
      ))}
    </div>
  )
}

function SubscriptionFields() {
  const translate = useTranslations('connectors.kinds.opcua.subscription')
  const units = useTranslations('common.units')
  const inSeconds = { factor: second, unit: units('second') }
  return (
    <fieldset className="opcua-group">
      <legend>{translate('title')}</legend>
      <div className="connector-pair">
        <NumberField
          {...inSeconds}
          name="publishingIntervalMs"
          label={translate('publishing')}
          extra={translate('publishingNote')}
        />
        <NumberField
          {...inSeconds}
          name="samplingIntervalMs"
          label={translate('sampling')}
          extra={translate('samplingNote')}
        />
        <NumberField name="queueSize" label={translate('queue')} extra={translate('queueNote')} />
        <NumberField
          {...inSeconds}
          name="confirmIntervalMs"
          label={translate('confirm')}
          extra={translate('confirmNote')}
        />
        <ChoiceField
          name="clock"
          label={translate('clock')}
          options={clocks.map((value) => ({ value, label: translate(`clocks.${value}`) }))}
        />
      </div>
    </fieldset>
  )
}

export default {
  initial: () => ({
    ...{
      endpointUrl: 'opc.tcp://',
      security: { mode: 'signAndEncrypt', policy: 'Basic256Sha256' },
    },
    ...{ user: null, mayExposePassword: false, acceptedCertificate: null },
    ...{ publishingIntervalMs: second, samplingIntervalMs: second, queueSize: 10 },
    ...{ confirmIntervalMs: 10 * second, clock: 'source', items: [] },
  }),
  Fields,
  Found,
} satisfies KindForm
