-- First and last day of a contract are days that every part of the product can name: a year from 1970 to 2099, or none.
update bindings set contract_start = null where contract_start < date '1970-01-01';
update bindings set contract_start = date '2099-12-31' where contract_start > date '2099-12-31';
update bindings set contract_end = null where contract_end > date '2099-12-31';
update bindings set contract_end = date '1970-01-01' where contract_end < date '1970-01-01';

alter table bindings
  drop constraint if exists bindings_contract_days,
  add constraint bindings_contract_days check (
    contract_start between date '1970-01-01' and date '2099-12-31'
    and contract_end between date '1970-01-01' and date '2099-12-31'
  );
