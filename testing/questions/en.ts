import * as expected from './expected.ts'
import * as plant from './plant.ts'
import type { Question } from './questions.ts'

const { at, average, compared, count, deviation, beyond, maximum, median, minimum } = expected
const { present, says, total } = expected
const { force, furnace, hour, lamp, level, now, parts, pressure1, pressure2, temperature1 } = plant
const { temperature2, today, vibration } = plant

export const english: readonly Question[] = [
  ['What is the pressure of boiler 1?', present(pressure1)],
  ['pressure boiler 2', present(pressure2)],
  ['How hot is boiler 2? temperature please', present(temperature2)],
  ['Current level of tank 1', present(level)],
  ['show me the Вибрация of Насос 7 now', present(vibration)],
  ['presure of boiler 1', present(pressure1)],
  ['temprature boiler 1 right now', present(temperature1)],
  ['What was the pressure of boiler 1 at 14:30?', at(pressure1, now - hour / 2)],
  ['Level of tank 1 yesterday at 6 am', at(level, today - 18 * hour)],
  ['What was the average temperature of Boiler 1 yesterday?', average(temperature1, 'yesterday')],
  ['>and today?', average(temperature1, 'today')],
  ['>and boiler 2?', average(temperature2, 'today')],
  ['>and the maximum?', maximum(temperature2, 'today')],
  ['>what about its pressure?', maximum(pressure2, 'today')],
  ['When was the pressure of boiler 1 highest this week?', maximum(pressure1, 'thisWeek')],
  ['Lowest level of tank 1 in the last 7 days', minimum(level, 'sevenDays')],
  ['mean pressure of boiler 2 last week', average(pressure2, 'lastWeek')],
  ['median pressure of boiler 2 between 6:00 and 8:00', median(pressure2, 'sixToEight')],
  ['standard deviation of the vibration of насос 7 yesterday', deviation(vibration, 'yesterday')],
  ['peak temperature of boiler 2 in the past 3 hours', maximum(temperature2, 'threeHours')],
  ['minimum pressure boiler 1 on Monday', minimum(pressure1, 'monday')],
  ['average level on 2026-11-18', average(level, 'eighteenth')],
  ['average level on 18 November', average(level, 'eighteenth')],
  ['maximum 爐膛溫度 in the last hour', maximum(furnace, 'lastHour')],
  ['average oil pressure of Máy ép 2 the day before yesterday', average(force, 'dayBefore')],
  ['average temperature of boiler 1 this morning', average(temperature1, 'morning')],
  ['How many parts were made today?', total(parts, 'today')],
  ['Parts produced yesterday', total(parts, 'yesterday')],
  ['total parts last week', total(parts, 'lastWeek')],
  ['How many readings does the level have today?', count(level, 'today')],
  ['How long was the level below its limit today?', beyond(level, 'today')],
  [
    'Was the pressure of boiler 1 above its limit yesterday, and how long?',
    beyond(pressure1, 'yesterday'),
  ],
  ['How long was the tower red yesterday?', says(['red 8 h 02 min', 'green 8 h 00 min'], [lamp])],
  ['availability of the tower yesterday', says(['33.3 %'], [lamp])],
  ['Is the 爐膛溫度 rising?', says(['rising', '60.0 °C'], [furnace])],
  ['trend of the temperature of boiler 1', says(['no clear trend'], [temperature1])],
  ['Compare the level of tank 1 today with yesterday', compared(level, 'today', 'yesterday')],
  ['level this week versus last week', compared(level, 'thisWeek', 'lastWeek')],
  ['How many alarms did Boiler 1 have yesterday?', says(['2 alarms', '20 min 00 s'], null)],
  ['>and today', says(['3 alarms'], null)],
  ['Which alarms are active?', says(['1 alarm is active', 'Level · Tank 1', 'ongoing'], null)],
  ['Which sensor had the most alarms this week?', says(['Pressure · Boiler 1: 5 alarms'], null)],
  ['alarms of tank 1 this week', says(['1 alarm'], null)],
  ['Which devices are offline?', says(['1 of 7', 'Máy ép 2', '13:00'])],
  ['Is Máy ép 2 online?', says(['offline', '2 h 00 min'])],
  ['How many devices are online?', says(['6 of 7'])],
  [
    'Which sensors have the highest temperature?',
    says(['1. 爐膛溫度'], [furnace, temperature1, temperature2]),
  ],
  ['Which sensors does Boiler 1 have?', says(['2 sensors', 'Pressure, Temperature'])],
  ['What is the humidity of the vault?', says(['No sensor or device'])],
  ['What is the pressure of reactor X9?', says(['reactor'], null)],
  ['How do I replace the filter of a pump?', says(['Replacing the filter', 'Close both valves'])],
  [
    'What is the procedure of the pressure of boiler 1?',
    says(['procedure of Pressure · Boiler 1', 'relief valve']),
  ],
  ['what to do when the level of tank 1 is low', says(['Tank runs dry'])],
  ['instructions for the reactor core', says(['No published article'])],
]
