import { useCallback, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { LeaveDialog } from '#kit/ui/dialog/leave-dialog.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { isNarrowQuery, useMedia } from '#kit/web/browser/use-media.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { endView } from '#kit/web/screens/ended-views.ts'
import { useNavigateHere } from '#kit/web/screens/navigate-here.ts'
import { NamedDevices } from '#kit/web/widgets/named-devices.tsx'
import type { Board } from '../../contract/board.ts'
import type { Widget } from '../../contract/page.ts'
import { sensorsOf } from '../../contract/sensor-names.ts'
import { useAllSensors, type FindSensor } from '../calls/use-sensors.ts'
import { useBoardSensors } from '../areas/use-board-sensors.ts'
import { AreaRefusal } from './area/area-refusal.tsx'
import { AreasGrid } from './area/areas-grid.tsx'
import { addArea } from './content/areas.ts'
import { isNameless, type PageContent } from './content/page-content.ts'
import { SensorDrag } from './drag/sensor-drag.tsx'
import { EditHead } from './head/edit-head.tsx'
import { useEditKeys } from './head/use-edit-keys.ts'
import { ConflictDialog } from './save/conflict-dialog.tsx'
import { SaveBar } from './save/save-bar.tsx'
import { useAreaName, useChangeText, useWidgetName } from './save/use-change-text.ts'
import { useSaving } from './save/use-saving.ts'
import { SensorsDrawer } from './sensors/sensors-drawer.tsx'
import { useAdding, type Adding } from './sensors/use-adding.ts'
import { useDrawer } from './sensors/use-drawer.ts'
import { useEditor, type Editor } from './state/use-editor.ts'
import './editor.css'

/** What every part of the editor works with. */
export interface EditParts {
  readonly editor: Editor
  readonly adding: Adding
  readonly find: FindSensor
  readonly widgetName: (widget: Widget) => string
}

interface PageEditorProps {
  readonly board: Board
  /** It was deleted, or is open for reading only, since the edit began. */
  readonly isClosed: boolean
}

/** The editor of one page. Nothing is stored before Save Edit. */
export function PageEditor({ board, isClosed }: PageEditorProps) {
  const translate = useTranslations('pages')
  const isNarrow = useMedia(isNarrowQuery)
  const { isOpen: hasDrawer, open, close: hide, drawer, opener } = useDrawer(isNarrow)
  const [isLeaving, setLeaving] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const editor = useEditor(board)
  const all = useAllSensors()
  const stored = useBoardSensors(board)
  const listed = all.find
  const find = useCallback<FindSensor>((name) => listed(name) ?? stored(name), [listed, stored])
  const adding = useAdding(editor, all.isComplete)
  const leave = useLeave(board.id)
  const saving = useSaving(board.id, { editor, find, onSaved: leave })
  const parts: EditParts = { editor, adding, find, widgetName: useWidgetName(find) }
  const placed = useMemo(() => placedSensors(editor.content, find), [editor.content, find])
  const textOf = useChangeText(find)
  const nameOfArea = useNameOfArea(editor)
  useEditKeys(editor)
  const close = () => (editor.isChanged ? setLeaving(true) : leave())
  return (
    <SensorDrag
      {...{ adding, nameOfArea, page }}
      // What became of it would lie under the drawer.
      onDropped={() => isNarrow && hide()}
    >
      <div className="edit">
        <div className="edit-page" ref={page}>
          <EditHead
            {...{ board, editor }}
            opener={hasDrawer || isNarrow ? null : opener}
            onClose={close}
            onDrawer={open}
          />
          {isClosed && <PageClosed />}
          <AreaRefusal areaId={null} editor={editor} />
          <NamedDevices sensors={placed}>
            <AreasGrid {...parts} />
          </NamedDevices>
          <AddArea editor={editor} />
          <SaveBar
            {...{ changes: editor.changes, textOf, isChanged: editor.isChanged }}
            isPending={saving.isPending || isNameless(editor.content)}
            isClosed={isClosed}
            onSave={isClosed ? saving.saveOwn : saving.save}
            onCancel={close}
          >
            {isNarrow && (
              <button ref={opener} type="button" className="button" onClick={open}>
                <Icon name="plus" />
                {translate('sensors.open')}
              </button>
            )}
          </SaveBar>
        </div>
        {hasDrawer && <SensorsDrawer {...{ all, adding, drawer }} onClose={hide} />}
      </div>
      {isLeaving && (
        <LeaveQuestion
          count={Math.max(1, editor.changes.length)}
          onStay={() => setLeaving(false)}
          onLeave={() => {
            setLeaving(false)
            editor.restart()
            leave()
          }}
        />
      )}
      {saving.conflict && (
        <ConflictDialog
          pageId={board.id}
          conflict={saving.conflict}
          find={find}
          isPending={saving.isPending}
          onSave={saving.saveJoined}
          onClose={saving.goOn}
        />
      )}
    </SensorDrag>
  )
}

function useNameOfArea({ content }: Editor): (areaId: string) => string {
  const areaName = useAreaName()
  return (areaId) => {
    const area = content.areas.find(({ id }) => id === areaId)
    return area ? areaName(area) : ''
  }
}

function placedSensors({ areas }: PageContent, find: FindSensor): readonly Sensor[] {
  const widgets = areas.flatMap((area) => area.widgets)
  return widgets.flatMap((widget) => sensorsOf(widget).flatMap((name) => find(name) ?? []))
}

/** Ends the edit: its tab closes, and a page is shown. */
function useLeave(id: string): (shown?: string) => void {
  const navigate = useNavigateHere()
  return (shown = id) => {
    endView(`/warroomIndex/edit/${id}`)
    void navigate({ to: '/warroomIndex', search: { page: shown } })
  }
}

interface LeaveQuestionProps {
  /** Changes that would be lost. */
  readonly count: number
  readonly onStay: () => void
  readonly onLeave: () => void
}

function LeaveQuestion({ count, ...answers }: LeaveQuestionProps) {
  const translate = useTranslations('pages.leave')
  return (
    <LeaveDialog
      title={translate('title')}
      leave={translate('discard')}
      stay={translate('stay')}
      {...answers}
    >
      {translate('text', { count })}
    </LeaveDialog>
  )
}

/** The edit can be saved as a page of the person's own. */
function PageClosed() {
  const translate = useTranslations('pages.edit')
  return (
    <div className="area-refusal" role="alert">
      <Icon name="lock" />
      <p>{translate('closed')}</p>
    </div>
  )
}

function AddArea({ editor }: Pick<EditParts, 'editor'>) {
  const translate = useTranslations('pages.area')
  return (
    <button
      type="button"
      className="edit-add-area"
      onClick={() => editor.attempt((content) => addArea(content, randomUuid()))}
    >
      <Icon name="plus" />
      {translate('add')}
    </button>
  )
}
