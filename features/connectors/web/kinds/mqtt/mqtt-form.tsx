import { Collapse } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useEntries } from '../../form/entries.tsx'
import { SecretField, SwitchField, TextField } from '../../form/fields.tsx'
import type { KindForm } from '../../kind-form.ts'
import { Found } from './found.tsx'
import { CertificateField, NumericChoiceField } from './own-fields.tsx'
import { panelsToOpen } from './panels.ts'
import { RulesField } from './rules/rules-field.tsx'

function Fields() {
  const translate = useTranslations('connectors.kinds.mqtt')
  const { errors } = useEntries()
  const [opened, setOpened] = useState<readonly string[]>([])
  // They stay open once what is wrong has been changed.
  const toOpen = panelsToOpen(errors).filter((panel) => !opened.includes(panel))
  if (toOpen.length > 0) setOpened([...opened, ...toOpen])
  return (
    <>
      <TextField name="url" label={translate('url')} extra={translate('urlNote')} maximum={500} />
      <div className="connector-pair">
        <TextField name="username" label={translate('username')} maximum={500} />
        <SecretField name="password" label={translate('password')} />
      </div>
      <Collapse
        size="small"
        className="mqtt-more"
        activeKey={[...opened]}
        onChange={setOpened}
        items={[
          { key: 'session', label: translate('session'), children: <SessionFields /> },
          { key: 'tls', label: translate('tls'), children: <TlsFields /> },
        ].map((panel) => ({ ...panel, forceRender: true }))}
      />
      <RulesField />
    </>
  )
}

function SessionFields() {
  const translate = useTranslations('connectors.kinds.mqtt')
  return (
    <>
      <div className="connector-pair">
        <NumericChoiceField
          name="protocolVersion"
          label={translate('protocolVersion')}
          options={[
            { value: 5, label: translate('version5') },
            { value: 4, label: translate('version4') },
          ]}
        />
        <NumericChoiceField
          name="qos"
          label={translate('qos')}
          options={[
            { value: 1, label: translate('qos1') },
            { value: 0, label: translate('qos0') },
          ]}
        />
        <TextField name="clientId" label={translate('clientId')} maximum={128} />
      </div>
      <SwitchField
        name="isPersistent"
        label={translate('isPersistent')}
        extra={translate('isPersistentNote')}
      />
      <div className="connector-pair">
        <TextField
          name="sharedGroup"
          label={translate('sharedGroup')}
          extra={translate('sharedGroupNote')}
          maximum={100}
        />
        <TextField
          name="prefix"
          label={translate('prefix')}
          extra={translate('prefixNote')}
          maximum={32}
        />
      </div>
    </>
  )
}

function TlsFields() {
  const translate = useTranslations('connectors.kinds.mqtt')
  return (
    <>
      <CertificateField
        name="authorities"
        label={translate('authorities')}
        extra={translate('authoritiesNote')}
      />
      <CertificateField name="certificate" label={translate('certificate')} />
      <SecretField name="privateKey" label={translate('privateKey')} rows={3} />
    </>
  )
}

export default {
  initial: () => ({
    ...{ url: 'mqtt://', protocolVersion: 5, username: '', authorities: '', certificate: '' },
    ...{ clientId: '', isPersistent: false, qos: 1, sharedGroup: '', prefix: '', rules: [] },
  }),
  Fields,
  Found,
} satisfies KindForm
