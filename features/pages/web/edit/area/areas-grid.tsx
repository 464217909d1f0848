import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LayoutGrid } from '#kit/ui/grid/layout-grid.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { toast } from '#kit/web/toast.ts'
import { useGridTexts } from '#kit/web/grid/use-grid-texts.ts'
import type { Area } from '../../../contract/page.ts'
import { inReadingOrder } from '../../areas/area-view.tsx'
import { clearArea, deleteArea, headerRows, outerPlace, placeAreas } from '../content/areas.ts'
import { extentOf } from '../content/places.ts'
import type { EditParts } from '../editor.tsx'
import { useAreaName } from '../save/use-change-text.ts'
import { AreaDialog } from './area-dialog.tsx'
import { EditArea } from './edit-area.tsx'
import { itemOf, placeOf } from './grid-items.ts'

interface OpenDialog {
  readonly kind: 'clear' | 'delete'
  readonly area: Area
}

/** The areas on the grid of the page, moved and resized by mouse, finger or keys. */
export function AreasGrid(parts: EditParts) {
  const { editor } = parts
  const translate = useTranslations('pages')
  const texts = useGridTexts()
  const areaName = useAreaName()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const { areas } = editor.content
  const numbers = new Map(
    areas.toSorted(inReadingOrder).map(({ id }, index) => [id, index + 1] as const),
  )
  const byId = new Map(areas.map((area) => [area.id, area]))
  const layout = areas.map((area) => {
    const minimum = extentOf(area.widgets)
    const place = { id: area.id, ...outerPlace(area) }
    return { ...itemOf(place), minW: minimum.w, minH: minimum.h + headerRows }
  })
  const remind = () => toast('info', translate('save.reminder'))
  const confirm = () => {
    if (!openDialog) return
    const { id } = openDialog.area
    editor.change((content) =>
      openDialog.kind === 'clear' ? clearArea(content, id) : deleteArea(content, id),
    )
    remind()
    setOpenDialog(null)
  }
  if (areas.length === 0)
    return (
      <Notice icon="pages" title={translate('edit.empty')}>
        <p>{translate('edit.emptyText')}</p>
      </Notice>
    )
  return (
    <div className="edit-areas">
      <LayoutGrid
        label={translate('area.all')}
        layout={layout}
        isEditing
        texts={texts}
        nameOf={(id) => {
          const area = byId.get(id)
          return area ? areaName(area) : ''
        }}
        renderItem={({ i }) => {
          const area = byId.get(i)
          return area ? (
            <EditArea
              {...parts}
              area={area}
              number={numbers.get(i) ?? 0}
              onClear={() => setOpenDialog({ kind: 'clear', area })}
              onDelete={() => setOpenDialog({ kind: 'delete', area })}
            />
          ) : null
        }}
        onChange={(next) => editor.attempt((content) => placeAreas(content, next.map(placeOf)))}
      />
      {openDialog && (
        <AreaDialog
          kind={openDialog.kind}
          name={areaName(openDialog.area)}
          onConfirm={confirm}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  )
}
