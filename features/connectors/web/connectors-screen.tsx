import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Connector } from '#features/connectors/contract/connector.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { RecordTable } from '#kit/web/antd/antd-table.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { ConnectorDrawer } from './form/connector-drawer.tsx'
import { connectorForm, type InterruptedConnector } from './form/use-connector-editing.ts'
import { useConnectorColumns } from './list/connector-columns.tsx'
import { connectorsQuery } from './list/query-connectors.ts'
import { RemoveConnectorDialog } from './list/remove-connector-dialog.tsx'
import './connectors.css'

/** `/scada/connectors` */
export default function ConnectorsScreen() {
  return (
    <AntdProvider>
      <Connectors />
    </AntdProvider>
  )
}

/** A new connector, or the id of one that is there. */
type Edited = number | 'new'

function Connectors() {
  const translate = useTranslations('connectors')
  const list = useQuery(connectorsQuery())
  const interrupted = useInterrupted<InterruptedConnector>(connectorForm)
  const [restored, setRestored] = useState(interrupted)
  const [edited, setEdited] = useState<Edited | null>(
    interrupted ? (interrupted.base?.id ?? 'new') : null,
  )
  const [removed, setRemoved] = useState<Connector | null>(null)
  const connectors = list.data
  const columns = useConnectorColumns({
    connectors: connectors ?? [],
    onEdit: ({ id }) => setEdited(id),
    onRemove: setRemoved,
  })
  const add = (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {translate('list.add')}
    </Button>
  )
  return (
    <section className="panel connectors" aria-labelledby="connectors-title">
      <header className="panel-head connectors-head">
        <h2 id="connectors-title">{translate('list.title')}</h2>
        {connectors !== undefined && connectors.length > 0 && add}
      </header>
      {list.isError && connectors === undefined ? (
        <FailureNotice error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RecordTable<Connector>
          label={translate('list.title')}
          columns={columns}
          rows={connectors}
          rowKey={({ id }) => id}
          empty={
            <Notice icon="unplugged" title={translate('none.title')} action={add}>
              <p>{translate('none.text')}</p>
            </Notice>
          }
        />
      )}
      {edited !== null && (
        <ConnectorDrawer
          key={edited}
          id={edited === 'new' ? null : edited}
          interrupted={restored}
          onClose={() => {
            setEdited(null)
            setRestored(undefined)
          }}
        />
      )}
      {removed && <RemoveConnectorDialog connector={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}
