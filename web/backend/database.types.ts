// Generated from supabase/migrations; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      audit_trail: {
        Row: {
          action: string;
          actor: string | null;
          details: Json;
          id: number;
          occurred_at: string;
          outcome: string;
          subject_id: string | null;
        };
        Insert: {
          action: string;
          actor?: string | null;
          details?: Json;
          id?: never;
          occurred_at?: string;
          outcome: string;
          subject_id?: string | null;
        };
        Update: {
          action?: string;
          actor?: string | null;
          details?: Json;
          id?: never;
          occurred_at?: string;
          outcome?: string;
          subject_id?: string | null;
        };
        Relationships: [
        ];
      };
      contact_messages: {
        Row: {
          answered_at: string | null;
          answered_by: string | null;
          created_at: string;
          email: string;
          id: string;
          message: string;
          name: string;
          phone: string | null;
          product: string | null;
          status: string;
          subject: string;
          submission_id: string;
        };
        Insert: {
          answered_at?: string | null;
          answered_by?: string | null;
          created_at?: string;
          email: string;
          id?: string;
          message: string;
          name: string;
          phone?: string | null;
          product?: string | null;
          status?: string;
          subject: string;
          submission_id: string;
        };
        Update: {
          answered_at?: string | null;
          answered_by?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          message?: string;
          name?: string;
          phone?: string | null;
          product?: string | null;
          status?: string;
          subject?: string;
          submission_id?: string;
        };
        Relationships: [
        ];
      };
      contract_documents: {
        Row: {
          contract_id: string;
          created_at: string;
          document_name: string;
          file_path: string;
          id: string;
        };
        Insert: {
          contract_id: string;
          created_at?: string;
          document_name: string;
          file_path: string;
          id?: string;
        };
        Update: {
          contract_id?: string;
          created_at?: string;
          document_name?: string;
          file_path?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "contract_documents_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
        ];
      };
      contracts: {
        Row: {
          contract_duration_months: number;
          contract_number: string;
          created_at: string;
          end_date: string;
          guarantee_reference_value: number;
          id: string;
          landlord_name: string;
          payment_method: string;
          property_address: string;
          property_type: string;
          rental_value: number;
          start_date: string;
          status: string;
          tenant_cpf: string;
          tenant_email: string | null;
          tenant_name: string;
          tenant_phone: string | null;
          user_id: string;
        };
        Insert: {
          contract_duration_months: number;
          contract_number?: string;
          created_at?: string;
          end_date: string;
          guarantee_reference_value: number;
          id?: string;
          landlord_name: string;
          payment_method: string;
          property_address: string;
          property_type: string;
          rental_value: number;
          start_date: string;
          status?: string;
          tenant_cpf: string;
          tenant_email?: string | null;
          tenant_name: string;
          tenant_phone?: string | null;
          user_id: string;
        };
        Update: {
          contract_duration_months?: number;
          contract_number?: string;
          created_at?: string;
          end_date?: string;
          guarantee_reference_value?: number;
          id?: string;
          landlord_name?: string;
          payment_method?: string;
          property_address?: string;
          property_type?: string;
          rental_value?: number;
          start_date?: string;
          status?: string;
          tenant_cpf?: string;
          tenant_email?: string | null;
          tenant_name?: string;
          tenant_phone?: string | null;
          user_id?: string;
        };
        Relationships: [
        ];
      };
      login_attempts: {
        Row: {
          address_hash: string | null;
          cleared_at: string | null;
          created_at: string;
          device_hash: string | null;
          id: string;
          judged_at: string | null;
          kind: string;
          subject_hash: string;
          succeeded_at: string | null;
          user_id: string | null;
        };
        Insert: {
          address_hash?: string | null;
          cleared_at?: string | null;
          created_at?: string;
          device_hash?: string | null;
          id?: string;
          judged_at?: string | null;
          kind: string;
          subject_hash: string;
          succeeded_at?: string | null;
          user_id?: string | null;
        };
        Update: {
          address_hash?: string | null;
          cleared_at?: string | null;
          created_at?: string;
          device_hash?: string | null;
          id?: string;
          judged_at?: string | null;
          kind?: string;
          subject_hash?: string;
          succeeded_at?: string | null;
          user_id?: string | null;
        };
        Relationships: [
        ];
      };
      outgoing_mail: {
        Row: {
          attempts: number;
          contact_message_id: string | null;
          contract_id: string | null;
          created_at: string;
          id: string;
          idempotency_key: string;
          last_error: string | null;
          leased_until: string | null;
          next_attempt_at: string;
          partnership_request_id: string | null;
          payload: Json;
          recipient: string | null;
          sent_at: string | null;
          simulation_id: string | null;
          status: string;
          template: string;
        };
        Insert: {
          attempts?: number;
          contact_message_id?: string | null;
          contract_id?: string | null;
          created_at?: string;
          id?: string;
          idempotency_key: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          partnership_request_id?: string | null;
          payload?: Json;
          recipient?: string | null;
          sent_at?: string | null;
          simulation_id?: string | null;
          status?: string;
          template: string;
        };
        Update: {
          attempts?: number;
          contact_message_id?: string | null;
          contract_id?: string | null;
          created_at?: string;
          id?: string;
          idempotency_key?: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          partnership_request_id?: string | null;
          payload?: Json;
          recipient?: string | null;
          sent_at?: string | null;
          simulation_id?: string | null;
          status?: string;
          template?: string;
        };
        Relationships: [
          {
            foreignKeyName: "outgoing_mail_contact_message_id_fkey";
            columns: ["contact_message_id"];
            isOneToOne: false;
            referencedRelation: "contact_messages";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outgoing_mail_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outgoing_mail_partnership_request_id_fkey";
            columns: ["partnership_request_id"];
            isOneToOne: false;
            referencedRelation: "partnership_requests";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "outgoing_mail_simulation_id_fkey";
            columns: ["simulation_id"];
            isOneToOne: false;
            referencedRelation: "simulations";
            referencedColumns: ["id"];
          },
        ];
      };
      partnership_requests: {
        Row: {
          company_name: string;
          created_at: string;
          email: string;
          id: string;
          message: string | null;
          partner_name: string;
          phone: string;
          property_address: string;
          property_city: string;
          property_state: string;
          property_type: string;
          property_value: number;
          submission_id: string;
        };
        Insert: {
          company_name: string;
          created_at?: string;
          email: string;
          id?: string;
          message?: string | null;
          partner_name: string;
          phone: string;
          property_address: string;
          property_city: string;
          property_state: string;
          property_type: string;
          property_value: number;
          submission_id: string;
        };
        Update: {
          company_name?: string;
          created_at?: string;
          email?: string;
          id?: string;
          message?: string | null;
          partner_name?: string;
          phone?: string;
          property_address?: string;
          property_city?: string;
          property_state?: string;
          property_type?: string;
          property_value?: number;
          submission_id?: string;
        };
        Relationships: [
        ];
      };
      rate_limits: {
        Row: {
          action: string;
          hits: number;
          subject: string;
          window_started_at: string;
        };
        Insert: {
          action: string;
          hits?: number;
          subject: string;
          window_started_at: string;
        };
        Update: {
          action?: string;
          hits?: number;
          subject?: string;
          window_started_at?: string;
        };
        Relationships: [
        ];
      };
      simulations: {
        Row: {
          accepted_terms_at: string;
          accepted_terms_version: string;
          birth_date: string;
          comments: string | null;
          cpf: string;
          created_at: string;
          email: string;
          full_name: string;
          id: string;
          monthly_income: number;
          occupation: string;
          owner_contact: string;
          owner_name: string;
          phone: string;
          property_address: string;
          property_city: string;
          property_state: string;
          rejection_reason: string | null;
          rental_value: number;
          repeated_cpf: boolean;
          reviewed_at: string | null;
          reviewed_by: string | null;
          search_text: string;
          status: string;
          submission_id: string;
        };
        Insert: {
          accepted_terms_at?: string;
          accepted_terms_version: string;
          birth_date: string;
          comments?: string | null;
          cpf: string;
          created_at?: string;
          email: string;
          full_name: string;
          id?: string;
          monthly_income: number;
          occupation: string;
          owner_contact: string;
          owner_name: string;
          phone: string;
          property_address: string;
          property_city: string;
          property_state: string;
          rejection_reason?: string | null;
          rental_value: number;
          repeated_cpf?: boolean;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          search_text?: never;
          status?: string;
          submission_id: string;
        };
        Update: {
          accepted_terms_at?: string;
          accepted_terms_version?: string;
          birth_date?: string;
          comments?: string | null;
          cpf?: string;
          created_at?: string;
          email?: string;
          full_name?: string;
          id?: string;
          monthly_income?: number;
          occupation?: string;
          owner_contact?: string;
          owner_name?: string;
          phone?: string;
          property_address?: string;
          property_city?: string;
          property_state?: string;
          rejection_reason?: string | null;
          rental_value?: number;
          repeated_cpf?: boolean;
          reviewed_at?: string | null;
          reviewed_by?: string | null;
          search_text?: never;
          status?: string;
          submission_id?: string;
        };
        Relationships: [
        ];
      };
      staff: {
        Row: {
          can_release: boolean;
          created_at: string;
          email: string;
          full_name: string | null;
          status: string;
          status_changed_at: string | null;
          user_id: string;
        };
        Insert: {
          can_release?: boolean;
          created_at?: string;
          email: string;
          full_name?: string | null;
          status?: string;
          status_changed_at?: string | null;
          user_id: string;
        };
        Update: {
          can_release?: boolean;
          created_at?: string;
          email?: string;
          full_name?: string | null;
          status?: string;
          status_changed_at?: string | null;
          user_id?: string;
        };
        Relationships: [
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      claim_outgoing_mail: {
        Args: { max?: number | null };
        Returns: { id: string | null; template: string | null; recipient: string | null; payload: Json | null; idempotency_key: string | null; attempts: number | null; created_at: string | null; subject: Json | null }[];
      };
      confirm_sign_in: {
        Args: { attempt_id: string; device_hash?: string | null };
        Returns: undefined;
      };
      count_staff: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      create_recovery_codes: {
        Args: Record<PropertyKey, never>;
        Returns: string[] | null;
      };
      decide_simulation: {
        Args: { simulation_id: string; decision: string; reason?: string | null };
        Returns: Json;
      };
      is_active_staff: {
        Args: Record<PropertyKey, never>;
        Returns: boolean;
      };
      keep_content: {
        Args: { content: Json };
        Returns: undefined;
      };
      list_contact_messages: {
        Args: { status?: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: Database["public"]["Tables"]["contact_messages"]["Row"][];
        SetofOptions: { from: "*"; to: "contact_messages"; isOneToOne: false; isSetofReturn: true };
      };
      list_parked_mail: {
        Args: Record<PropertyKey, never>;
        Returns: { id: string | null; template: string | null; recipient: string | null; attempts: number | null; last_error: string | null; created_at: string | null; simulation_id: string | null }[];
      };
      list_simulations: {
        Args: { status?: string | null; search?: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: Database["public"]["Tables"]["simulations"]["Row"][];
        SetofOptions: { from: "*"; to: "simulations"; isOneToOne: false; isSetofReturn: true };
      };
      list_staff: {
        Args: { after_rank?: number | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: { user_id: string | null; email: string | null; full_name: string | null; status: string | null; can_release: boolean | null; created_at: string | null; status_changed_at: string | null; email_confirmed_at: string | null; rank: number | null }[];
      };
      my_staff_account: {
        Args: Record<PropertyKey, never>;
        Returns: { user_id: string | null; email: string | null; status: string | null; can_release: boolean | null; second_factor: string | null; has_second_factor: boolean | null; recovery_codes_left: number | null }[];
      };
      my_staff_status: {
        Args: Record<PropertyKey, never>;
        Returns: string | null;
      };
      open_sign_in: {
        Args: { kind: string; subject: string; address_hash: string; device_hash?: string | null };
        Returns: Json;
      };
      open_staff_confirmation: {
        Args: { token_hash: string; address_hash: string };
        Returns: string | null;
      };
      open_staff_sign_up: {
        Args: { email: string; address_hash: string };
        Returns: Json;
      };
      purge_expired: {
        Args: Record<PropertyKey, never>;
        Returns: number | null;
      };
      queue_staff_confirmation: {
        Args: { email: string };
        Returns: undefined;
      };
      recall_content: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      record_denied_call: {
        Args: { actor: string; action: string; subject_id?: string | null };
        Returns: undefined;
      };
      record_failed_sign_in: {
        Args: { attempt_id: string };
        Returns: undefined;
      };
      record_mail_failed: {
        Args: { mail_id: string; error: string };
        Returns: undefined;
      };
      record_mail_sent: {
        Args: { mail_id: string };
        Returns: undefined;
      };
      record_password_changed: {
        Args: { user_id: string; device_hash?: string | null };
        Returns: undefined;
      };
      redeem_recovery_code: {
        Args: { code: string };
        Returns: Json;
      };
      request_password_recovery: {
        Args: { email: string; address_hash: string };
        Returns: undefined;
      };
      resend_mail: {
        Args: { mail_id: string };
        Returns: Json;
      };
      set_staff_status: {
        Args: { user_id: string; status: string };
        Returns: Json;
      };
      simulation_history: {
        Args: { simulation_id: string };
        Returns: { occurred_at: string | null; who: string | null; action: string | null; outcome: string | null; decision: string | null }[];
      };
      submit_contact_message: {
        Args: { request: Json; address_hash: string };
        Returns: Json;
      };
      submit_partnership_request: {
        Args: { request: Json; address_hash: string };
        Returns: Json;
      };
      submit_simulation: {
        Args: { request: Json; address_hash: string; terms_version: string };
        Returns: Json;
      };
      withdraw_sign_in: {
        Args: { attempt_id: string };
        Returns: undefined;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
