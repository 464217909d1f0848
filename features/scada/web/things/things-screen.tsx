import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { thingStates, type ThingState } from '#features/ingest/contract/things.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { ListFilters } from '#kit/web/antd/fields/antd-list-filters.tsx'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { ThingPanel } from './thing-panel.tsx'
import { thingsAddress } from './things-address.ts'
import { ThingsList } from './things-list.tsx'
import './things.css'

/** `/scada/get-things` */
export default function ThingsScreen() {
  return (
    <AntdProvider>
      <Things />
    </AntdProvider>
  )
}

type Counts = Readonly<Record<'all' | ThingState, number>>

function Things() {
  const translate = useTranslations('scada.things')
  const [address, change] = useListAddress('/scada/get-things', thingsAddress)
  const [counts, setCounts] = useState<Counts | undefined>()
  return (
    <div className="things" data-open={address.device !== null}>
      <section className="panel things-panel" aria-labelledby="things-title">
        <header className="panel-head things-head">
          <h2 id="things-title">{translate('heading')}</h2>
          <ListFilters
            className="things-filters"
            text={address.find}
            searchLabel={translate('find')}
            onSearch={(find) => change({ find }, { replace: true })}
            states={thingStates}
            statesLabel={translate('show')}
            nameOf={(state) => translate(`states.${state}`)}
            chosen={address.state}
            counts={counts}
            onState={(state) => change({ state })}
          />
        </header>
        <ThingsList
          key={`${address.find} ${address.state}`}
          address={address}
          onOpen={(device) => change({ device })}
          onMeta={setCounts}
        />
      </section>
      {address.device === null ? (
        <section className="panel things-none">
          <Notice icon="document" title={translate('choose')}>
            <p>{translate('chooseText')}</p>
          </Notice>
        </section>
      ) : (
        <ThingPanel
          key={address.device}
          lesiId={address.device}
          page={address.page}
          onPage={(page) => change({ page })}
          onClose={() => change({ device: null })}
        />
      )}
    </div>
  )
}
