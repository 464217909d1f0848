import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfferedEndpoint, OpcUaSecurity } from '#features/connectors/contract/kinds/opcua.ts'
import { useEntries } from '../../../form/entries.tsx'
import { FieldFrame, TextField } from '../../../form/fields.tsx'
import { securityOf } from '../entered.ts'
import { BrowseProblem } from '../browse-problem.tsx'
import { useBrowse } from '../use-browse.ts'
import { CertificateField } from './certificate-field.tsx'
import { securities, securityName } from './securities.ts'

/** What the server at an address reported that it offers. */
interface FoundEndpoints {
  readonly endpointUrl: unknown
  readonly endpoints: readonly OfferedEndpoint[]
}

/** Where the server is, how the connection is protected, and by which certificate it is trusted. */
export function ServerFields() {
  const translate = useTranslations('connectors.kinds.opcua.server')
  const { settings } = useEntries()
  const browse = useBrowse()
  const [found, setFound] = useState<FoundEndpoints | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [isSearching, setSearching] = useState(false)
  const { endpointUrl } = settings
  const ask = () => {
    setSearching(true)
    setProblem(null)
    browse({ ask: 'endpoints' })
      .then(({ endpoints }) => setFound({ endpointUrl, endpoints }), setProblem)
      .finally(() => setSearching(false))
  }
  const endpoints = found !== null && found.endpointUrl === endpointUrl ? found.endpoints : null
  const { mode, policy } = securityOf(settings)
  const chosen = endpoints?.find((each) => each.mode === mode && each.policy === policy)
  return (
    <fieldset className="opcua-group">
      <legend>{translate('title')}</legend>
      <TextField
        name="endpointUrl"
        label={translate('address')}
        extra={translate('addressNote')}
        maximum={512}
      />
      <SecurityField endpoints={endpoints} />
      <Button className="opcua-ask" loading={isSearching} onClick={ask}>
        {translate('ask')}
      </Button>
      <div aria-live="polite">
        {problem !== null && <BrowseProblem error={problem} />}
        {endpoints && !chosen && <p className="connector-wrong">{translate('notOffered')}</p>}
      </div>
      {mode !== 'none' && <CertificateField shown={chosen?.certificate ?? null} />}
    </fieldset>
  )
}

interface SecurityFieldProps {
  /** null: the server was not asked. */
  readonly endpoints: readonly OfferedEndpoint[] | null
}

function SecurityField({ endpoints }: SecurityFieldProps) {
  const translate = useTranslations('connectors.kinds.opcua.server')
  const { settings, errors, change } = useEntries()
  const id = useId()
  const isOffered = ({ mode, policy }: OpcUaSecurity) =>
    endpoints?.some((each) => each.mode === mode && each.policy === policy) ?? true
  const labelOf = (security: OpcUaSecurity) => {
    const name =
      security.mode === 'none'
        ? translate('modes.none')
        : `${translate(`modes.${security.mode}`)} · ${security.policy}`
    return isOffered(security) ? name : translate('unavailable', { name })
  }
  return (
    <FieldFrame
      id={id}
      name="security"
      label={translate('security')}
      error={errors.get('security.policy') ?? errors.get('security.mode')}
    >
      <Select
        id={id}
        value={securityName(securityOf(settings))}
        options={securities.map((security) => ({
          ...{ value: securityName(security), label: labelOf(security) },
          disabled: !isOffered(security),
        }))}
        onChange={(name: string) => {
          const security = securities.find((each) => securityName(each) === name)
          if (security) change({ security: { ...security } })
        }}
      />
    </FieldFrame>
  )
}
