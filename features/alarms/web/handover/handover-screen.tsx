import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { LoadingPlace } from '#kit/web/screens/loading-place.tsx'
import { useListAddress } from '#kit/web/address/use-list-address.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { momentText } from '#kit/web/past/past-moment.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import type { Handover } from '../../contract/handover.ts'
import { useIsAdministrator } from '../rights/use-rights.ts'
import { NotRenewed } from '../source/not-renewed.tsx'
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
import { useNoteTexts, type NoteTexts } from './use-note-texts.ts'
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
  const texts = useNoteTexts()
  const [written, setWritten] = useState<Handover | null>(null)
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
  // The next shift that is over does not take the place of one whose note is being written.
  const isWritten = at === null && written !== null && texts.of(written.shift.from) !== ''
  const shown = isWritten && written.shift.from !== data.data.shift.from ? written : data.data
  return (
    <div className="handover" aria-busy={query.isFetching}>
      <NotRenewed query={query} />
      <HandoverHead
        shown={shown}
        onShift={(time) => {
          setWritten(null)
          change({ at: time === null ? null : momentText(time) })
        }}
      />
      <SensorStates alarms={shown.alarms.list}>
        <HandoverSections shown={shown} texts={texts} onWrite={() => setWritten(shown)} />
      </SensorStates>
    </div>
  )
}

interface HandoverSectionsProps {
  readonly shown: Handover
  readonly texts: NoteTexts
  readonly onWrite: () => void
}

function HandoverSections({ shown, texts, onWrite }: HandoverSectionsProps) {
  const { shift, notes } = shown
  return (
    <>
      {notes !== null && (
        <NotesPart
          key={shift.from}
          shift={shift.from}
          notes={notes}
          text={texts.of(shift.from)}
          onText={(text) => {
            texts.change(shift.from, text)
            onWrite()
          }}
          onAdded={(text) => texts.clear(shift.from, text)}
        />
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
