import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/antd-provider.tsx'
import { momentText } from '#kit/web/past/past-moment.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Handover } from '../../contract/handover.ts'
import { useIsAdministrator } from '../rights/use-rights.ts'
import { SensorStates } from '../words/sensor-states.tsx'
import { AcknowledgedPart } from './acknowledged-part.tsx'
import { AlarmsPart } from './alarms-part.tsx'
import { ShelvedPart } from './shelved-part.tsx'
import { handoverAddress } from './handover-address.ts'
import { HandoverHead } from './handover-head.tsx'
import { NotesPart } from './notes-part.tsx'
import { AnnotationsPart } from './annotations-part.tsx'
import { BeyondPart } from './beyond-part.tsx'
import { OutagesPart } from './outages-part.tsx'
import { handoverQuery } from './query-handover.ts'
import '../list/alarm-list.css'
import './handover.css'

/** `/sensoralarm/handover` */
export default function HandoverScreen() {
  return (
    <AntdProvider>
      <ShownHandover />
    </AntdProvider>
  )
}

function ShownHandover() {
  const [{ at }, change] = useListAddress('/sensoralarm/handover', handoverAddress)
  const query = useQuery(handoverQuery(at === null ? null : Date.parse(at)))
  const { data, error, refetch } = query
  if (data === undefined)
    return (
      <section className="panel handover-waiting">
        {error === null ? (
          <LoadingPlace height="240px" />
        ) : (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        )}
      </section>
    )
  if (data.data === null) return <NoShifts />
  const shown = data.data
  return (
    <div className="handover" aria-busy={query.isFetching}>
      <HandoverHead
        shown={shown}
        onShift={(time) => change({ at: time === null ? null : momentText(time) })}
      />
      <SensorStates alarms={shown.alarms.list}>
        <HandoverSections shown={shown} />
      </SensorStates>
    </div>
  )
}

function HandoverSections({ shown }: { readonly shown: Handover }) {
  return (
    <>
      {shown.notes !== null && (
        <NotesPart key={shown.shift.from} shift={shown.shift.from} notes={shown.notes} />
      )}
      <AlarmsPart shown={shown} />
      <AcknowledgedPart shown={shown} />
      <ShelvedPart shelved={shown.shelved} />
      <BeyondPart shown={shown} />
      <OutagesPart shown={shown} />
      <AnnotationsPart annotations={shown.annotations} />
    </>
  )
}

function NoShifts() {
  const mayChange = useIsAdministrator()
  const translate = useTranslations('alarms.handover')
  return (
    <section className="panel">
      <Notice
        icon="timer"
        title={translate('noShifts')}
        action={
          mayChange && (
            <Link className="button" to="/administrator/shifts">
              {translate('setShifts')}
            </Link>
          )
        }
      >
        <p>{translate('noShiftsText')}</p>
      </Notice>
    </section>
  )
}
