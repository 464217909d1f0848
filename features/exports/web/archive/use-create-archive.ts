import { useLocale } from 'use-intl'
import { call } from '#kit/web/calls/call.ts'
import type { ArchiveRequest } from '../../contract/archive.ts'
import { createArchive } from '../../contract/routes.ts'
import type { Draft } from '../form/draft.ts'
import { requestedReadings } from '../form/requested-readings.ts'
import { useBeginExport } from '../form/use-begin-export.ts'

interface NewArchive {
  readonly title: string
  readonly files: readonly string[]
  readonly draft: Draft
}

const send = (body: ArchiveRequest) => call(createArchive, { body })

/** Begins to make a ZIP. */
export function useCreateArchive(onBegun: () => void) {
  const language = useLocale()
  const { begin, ...state } = useBeginExport(send, onBegun)
  return {
    ...state,
    create: ({ title, files, draft }: NewArchive) =>
      begin(
        {
          ...{ kind: 'archive', title, exports: [...files] },
          ...(draft.sensors.length > 0 && { readings: requestedReadings(draft, language) }),
        },
        draft.sensors,
      ),
  }
}
