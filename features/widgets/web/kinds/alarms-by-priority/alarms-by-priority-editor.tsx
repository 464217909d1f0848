import { useTranslations } from 'use-intl'
import type { UnboundWidgetEditorProps } from '#kit/web/widget-registry.ts'
import { TitleEditor } from '../../several/title-editor.tsx'
import type { TitleOptions } from '../../several/title-option.ts'

export default function AlarmsByPriorityEditor(props: UnboundWidgetEditorProps<TitleOptions>) {
  const { options, onChange } = props
  const usual = useTranslations('widgets.kinds.alarms-by-priority')('title')
  return <TitleEditor {...{ usual, options, onChange }} />
}
