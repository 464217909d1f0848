-- A sensor whose readings are deleted for good gets another number: its alarms, what was shelved and
-- noted of it, and articles about it stay with it. What is calculated works under its number.
alter table alarms drop constraint if exists alarms_sensor_id_fkey;
alter table alarms add constraint alarms_sensor_id_fkey
  foreign key (sensor_id) references sensors on delete cascade on update cascade;
alter table alarm_shelves drop constraint if exists alarm_shelves_sensor_id_fkey;
alter table alarm_shelves add constraint alarm_shelves_sensor_id_fkey
  foreign key (sensor_id) references sensors on delete cascade on update cascade;
alter table annotations drop constraint if exists annotations_sensor_id_fkey;
alter table annotations add constraint annotations_sensor_id_fkey
  foreign key (sensor_id) references sensors on delete cascade on update cascade;
alter table article_sensors drop constraint if exists article_sensors_sensor_id_fkey;
alter table article_sensors add constraint article_sensors_sensor_id_fkey
  foreign key (sensor_id) references sensors on delete cascade on update cascade;
