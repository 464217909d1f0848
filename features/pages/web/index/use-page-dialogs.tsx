import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BinDialog } from '#kit/web/boards/bin/bin-dialog.tsx'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import type { BoardSummary } from '../../contract/board.ts'
import { binDays } from '../../contract/limits.ts'
import { binQuery } from '../calls/query-pages.ts'
import { useAddPage, useRenamePage, useTakeBack } from '../calls/use-page-changes.ts'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { NameDialog } from '../dialogs/name-dialog.tsx'
import { PageVersions } from '../versions/page-versions.tsx'

type OpenDialog =
  | { readonly kind: 'add' | 'bin' }
  | { readonly kind: 'rename' | 'delete' | 'versions'; readonly page: BoardSummary }

export interface PageDialogs {
  readonly add: () => void
  readonly openBin: () => void
  readonly rename: (page: BoardSummary) => void
  readonly remove: (page: BoardSummary) => void
  readonly openVersions: (page: BoardSummary) => void
}

/** The open dialog. `end` is for an answer: whoever closed the dialog before is elsewhere. */
function useOpenDialog() {
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const latest = useRef(openDialog)
  useLayoutEffect(() => {
    latest.current = openDialog
  })
  const close = () => setOpenDialog(null)
  const end = (then?: () => void) => {
    if (latest.current !== openDialog) return
    close()
    then?.()
  }
  return { openDialog, setOpenDialog, close, end }
}

/** What is asked before pages are added, renamed, deleted and taken back; to be drawn once. */
export function usePageDialogs(
  pages: readonly BoardSummary[],
  onShow: (id?: string, version?: number) => void,
): readonly [PageDialogs, ReactNode] {
  const translate = useTranslations('pages')
  const navigate = useNavigateHere()
  const { openDialog, setOpenDialog, close, end } = useOpenDialog()
  const addPage = useAddPage()
  const renamePage = useRenamePage()
  const drawn = () => {
    if (openDialog?.kind === 'add')
      return (
        <NameDialog
          title={translate('add.title')}
          action={translate('add.action')}
          name={translate('add.name', { number: pages.length + 1 })}
          onSave={async (name) => {
            const { id } = await addPage.mutateAsync(name)
            end(() => void navigate({ to: '/warroomIndex/edit/$id', params: { id } }))
          }}
          onClose={close}
        />
      )
    if (openDialog?.kind === 'rename')
      return (
        <NameDialog
          title={translate('rename.title')}
          action={translate('rename.action')}
          name={openDialog.page.name}
          onSave={async (name) => {
            await renamePage.mutateAsync({ id: openDialog.page.id, name })
            end()
          }}
          onClose={close}
        />
      )
    if (openDialog?.kind === 'delete')
      return (
        <DeleteDialog
          page={openDialog.page}
          onRefused={end}
          onDeleted={() => end(() => onShow(pages.find(({ id }) => id !== openDialog.page.id)?.id))}
          onClose={close}
        />
      )
    if (openDialog?.kind === 'versions') {
      const showAndClose = (version?: number) => end(() => onShow(openDialog.page.id, version))
      return (
        <PageVersions
          page={pages.find(({ id }) => id === openDialog.page.id) ?? openDialog.page}
          onView={showAndClose}
          onRestored={showAndClose}
          onClose={close}
        />
      )
    }
    if (openDialog?.kind === 'bin')
      return <PagesBin onTakenBack={(id) => end(() => onShow(id))} onClose={close} />
    return null
  }
  return [dialogsOf(setOpenDialog), drawn()]
}

const dialogsOf = (ask: (openDialog: OpenDialog) => void): PageDialogs => ({
  add: () => ask({ kind: 'add' }),
  openBin: () => ask({ kind: 'bin' }),
  rename: (page) => ask({ kind: 'rename', page }),
  remove: (page) => ask({ kind: 'delete', page }),
  openVersions: (page) => ask({ kind: 'versions', page }),
})

interface PagesBinProps {
  readonly onTakenBack: (id: string) => void
  readonly onClose: () => void
}

function PagesBin(props: PagesBinProps) {
  const bin = useQuery({ ...binQuery, staleTime: 0 })
  const takeBack = useTakeBack()
  return <BinDialog kind="page" days={binDays} {...{ bin, takeBack }} {...props} />
}
