import { joinedNotes } from '#kit/web/notes/joined-notes.tsx'
import AlarmsSection from '../../features/alarms/web/charts/alarms-section.tsx'
import PlotAlarms from '../../features/alarms/web/charts/plot-alarms.tsx'
import AnnotationsSection from '../../features/annotations/web/annotations-section.tsx'
import PlotAnnotations from '../../features/annotations/web/plot-annotations.tsx'

/** What every feature has to say in and beside charts, in its order there. */
export const ChartNotes = joinedNotes([AlarmsSection, AnnotationsSection])

/** The same for the plots of widgets. */
export const PlotNotes = joinedNotes([PlotAlarms, PlotAnnotations])
