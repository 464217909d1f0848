import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Settings } from '#features/connectors/contract/connector.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { kindManifests } from '../kinds.ts'
import { connectorQuery } from '../list/query-connectors.ts'
import { entriesOf, type InterruptedConnector } from './use-connector-editing.ts'
import { ConnectorForm } from './connector-form.tsx'
import type { ConnectorEntries } from './entries.tsx'

interface ConnectorDrawerProps {
  /** Null: a new one. */
  readonly id: number | null
  /** What the form starts with, after a session that ended before it was saved. */
  readonly interrupted: InterruptedConnector | undefined
  readonly onClose: () => void
}

/** A connector to be entered or changed: its kind, then what the kind asks for. */
export function ConnectorDrawer({ id, interrupted, onClose }: ConnectorDrawerProps) {
  const translate = useTranslations('connectors.form')
  const stored = useQuery({
    ...connectorQuery(id ?? 0),
    enabled: id !== null && interrupted === undefined,
  })
  const [chosen, setChosen] = useState({ kind: kindManifests[0]?.kind ?? '', name: '' })
  const kind = interrupted?.entries.kind ?? stored.data?.kind ?? chosen.kind
  const form = useKindForm(kind)
  const { duration } = useFormat()
  const initial =
    interrupted ??
    (stored.data ? { base: stored.data, entries: entriesOf(stored.data) } : undefined) ??
    (id === null && form.data ? newConnector(chosen, form.data.initial(duration)) : undefined)
  const failed = [stored, form].find(({ isError, data }) => isError && data === undefined)
  if (failed || !initial || !form.data)
    return (
      <Drawer
        open
        onClose={onClose}
        title={translate(id === null ? 'addTitle' : 'title')}
        size={760}
      >
        {failed && (
          <FailureNotice
            error={failed.error}
            onRetry={() => void failed.refetch()}
            missing={{ title: translate('missingTitle'), text: translate('missingText') }}
          />
        )}
      </Drawer>
    )
  return (
    <ConnectorForm
      key={kind}
      {...{ initial, onClose }}
      form={form.data}
      isTouched={interrupted !== undefined || chosen.name !== ''}
      onKind={(next, name) => setChosen({ kind: next, name })}
    />
  )
}

/** The form of a kind, once its code is there. */
function useKindForm(kind: string) {
  return useQuery({
    queryKey: ['connector form', kind],
    queryFn: async () => {
      const manifest = kindManifests.find((each) => each.kind === kind)
      if (!manifest) throw new Error(`there is no form of ${kind}`)
      return (await manifest.load()).default
    },
    staleTime: Infinity,
    meta: { quiet: true },
  })
}

const newConnector = (
  chosen: Pick<ConnectorEntries, 'kind' | 'name'>,
  settings: Settings,
): InterruptedConnector => ({
  ...{ base: null, entries: { ...chosen, settings, secrets: {} } },
})
