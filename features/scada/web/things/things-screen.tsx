import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { thingStates, type ThingState } from '#features/ingest/contract/things.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/antd-provider.tsx'
import { SearchField } from '#kit/web/antd/antd-search-field.tsx'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { ThingPanel } from './thing-panel.tsx'
import { thingsAddress, type ThingsAddress } from './things-address.ts'
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
          <Filters address={address} counts={counts} onChange={change} />
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

interface FiltersProps {
  readonly address: ThingsAddress
  readonly counts: Counts | undefined
  readonly onChange: (
    part: Partial<ThingsAddress>,
    options?: { readonly replace?: boolean },
  ) => void
}

function Filters({ address, counts, onChange }: FiltersProps) {
  const translate = useTranslations('scada.things')
  const { number } = useFormat()
  return (
    <div className="things-filters" role="search">
      <SearchField
        className="things-find"
        mark={<Icon name="search" />}
        text={address.find}
        label={translate('find')}
        onSearch={(find) => onChange({ find }, { replace: true })}
      />
      <div className="things-states" role="group" aria-label={translate('show')}>
        {(['all', ...thingStates] as const).map((state) => (
          <button
            key={state}
            type="button"
            className="chip"
            aria-pressed={(address.state ?? 'all') === state}
            onClick={() => onChange({ state: state === 'all' ? null : state })}
          >
            {translate(`states.${state}`)}
            {counts && <b className="number">{number(counts[state], 0)}</b>}
          </button>
        ))}
      </div>
    </div>
  )
}
