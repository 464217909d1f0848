import { useTranslations } from 'use-intl'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { SoundSettings } from '../banner/sound-settings.tsx'
import { ActiveList } from './active/active-list.tsx'
import { AlarmDrawer } from './detail/alarm-drawer.tsx'
import { AlarmHistory } from './history/alarm-history.tsx'
import { alarmTabs, listAddress } from './list-address.ts'
import { ShelvedList } from './shelved/shelved-list.tsx'
import { useAbilities } from './use-abilities.ts'
import './alarm-list.css'

/** `/sensoralarm/alarmlist` */
export default function AlarmListScreen() {
  return (
    <AntdProvider>
      <Alarms />
    </AntdProvider>
  )
}

function Alarms() {
  const translate = useTranslations('alarms')
  const { me } = useAbilities()
  const [address, change] = useListAddress('/sensoralarm/alarmlist', listAddress)
  return (
    <section className="panel alarm-list" aria-labelledby="alarm-list-title">
      <header className="panel-head alarm-head">
        <h2 id="alarm-list-title">{translate('listTitle')}</h2>
        <div className="segmented" role="group" aria-label={translate('tabs')}>
          {alarmTabs.map((tab) => (
            <button
              key={tab}
              type="button"
              aria-pressed={tab === address.tab}
              onClick={() => change({ tab })}
            >
              {translate(`tab.${tab}`)}
            </button>
          ))}
        </div>
        {me !== undefined && <SoundSettings person={me} />}
      </header>
      {address.tab === 'active' && <ActiveList address={address} onChange={change} />}
      {address.tab === 'shelved' && <ShelvedList />}
      {address.tab === 'history' && <AlarmHistory address={address} onChange={change} />}
      <AlarmDrawer id={address.alarm} onClose={() => change({ alarm: null }, { replace: true })} />
    </section>
  )
}
