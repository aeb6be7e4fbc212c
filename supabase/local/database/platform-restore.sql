-- Hosted projects let their owner rest triggers and foreign keys while data is restored. Run at
-- every start, so that data made before may be restored, too.
grant set on parameter session_replication_role to postgres;
