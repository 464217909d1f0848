import { useTranslations } from 'use-intl'
import type { SensorsWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { TitleEditor } from '../../several/title-editor.tsx'
import type { TitleOptions } from '../../several/title-option.ts'

export default function AreaFiguresEditor(props: SensorsWidgetEditorProps<TitleOptions>) {
  const { options, onChange } = props
  const usual = useTranslations('widgets.kinds.area-figures')('title')
  return <TitleEditor {...{ usual, options, onChange }} />
}
