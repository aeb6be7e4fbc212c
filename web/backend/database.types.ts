// Generated from supabase/migrations; do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      acceptances: {
        Row: {
          accepted_at: string;
          address_hash: string;
          clauses: string[];
          conditions_sha256: string;
          contract_id: string;
          full_name: string;
          offer_id: string | null;
          terms_version: string;
          user_agent: string;
          withdrawal_days: number;
        };
        Insert: {
          accepted_at?: string;
          address_hash: string;
          clauses: string[];
          conditions_sha256: string;
          contract_id: string;
          full_name: string;
          offer_id?: string | null;
          terms_version: string;
          user_agent: string;
          withdrawal_days?: number;
        };
        Update: {
          accepted_at?: string;
          address_hash?: string;
          clauses?: string[];
          conditions_sha256?: string;
          contract_id?: string;
          full_name?: string;
          offer_id?: string | null;
          terms_version?: string;
          user_agent?: string;
          withdrawal_days?: number;
        };
        Relationships: [
          {
            foreignKeyName: "acceptances_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: true;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "acceptances_offer_id_fkey";
            columns: ["offer_id"];
            isOneToOne: true;
            referencedRelation: "offers";
            referencedColumns: ["id"];
          },
        ];
      };
      allocations: {
        Row: {
          amount: number;
          booked_at: string;
          booked_by: string | null;
          charge_id: string;
          id: number;
          movement_id: string;
          undoes: number | null;
        };
        Insert: {
          amount: number;
          booked_at?: string;
          booked_by?: string | null;
          charge_id: string;
          id?: never;
          movement_id: string;
          undoes?: number | null;
        };
        Update: {
          amount?: number;
          booked_at?: string;
          booked_by?: string | null;
          charge_id?: string;
          id?: never;
          movement_id?: string;
          undoes?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "allocations_charge_id_fkey";
            columns: ["charge_id"];
            isOneToOne: false;
            referencedRelation: "charges";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "allocations_movement_id_fkey";
            columns: ["movement_id"];
            isOneToOne: false;
            referencedRelation: "movements";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "allocations_undoes_fkey";
            columns: ["undoes"];
            isOneToOne: true;
            referencedRelation: "allocations";
            referencedColumns: ["id"];
          },
        ];
      };
      asked_documents: {
        Row: {
          asked_at: string;
          asked_by: string | null;
          decided_at: string | null;
          decided_by: string | null;
          emptied_at: string | null;
          file_bytes: number;
          file_count: number;
          id: string;
          kind: string;
          note: string | null;
          refusal_reason: string | null;
          sent_at: string | null;
          simulation_id: string;
          status: string;
        };
        Insert: {
          asked_at?: string;
          asked_by?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          emptied_at?: string | null;
          file_bytes?: number;
          file_count?: number;
          id?: string;
          kind: string;
          note?: string | null;
          refusal_reason?: string | null;
          sent_at?: string | null;
          simulation_id: string;
          status?: string;
        };
        Update: {
          asked_at?: string;
          asked_by?: string | null;
          decided_at?: string | null;
          decided_by?: string | null;
          emptied_at?: string | null;
          file_bytes?: number;
          file_count?: number;
          id?: string;
          kind?: string;
          note?: string | null;
          refusal_reason?: string | null;
          sent_at?: string | null;
          simulation_id?: string;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "asked_documents_simulation_id_fkey";
            columns: ["simulation_id"];
            isOneToOne: false;
            referencedRelation: "simulations";
            referencedColumns: ["id"];
          },
        ];
      };
      asked_files: {
        Row: {
          bytes: number;
          document_id: string;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          received_at: string;
        };
        Insert: {
          bytes: number;
          document_id: string;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          received_at?: string;
        };
        Update: {
          bytes?: number;
          document_id?: string;
          file_path?: string;
          file_sha256?: string;
          file_type?: string;
          id?: string;
          received_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "asked_files_document_id_fkey";
            columns: ["document_id"];
            isOneToOne: false;
            referencedRelation: "asked_documents";
            referencedColumns: ["id"];
          },
        ];
      };
      audit_trail: {
        Row: {
          action: string;
          actor: string | null;
          details: Json;
          id: number;
          occurred_at: string;
          outcome: string;
          request_id: string | null;
          subject_id: string | null;
        };
        Insert: {
          action: string;
          actor?: string | null;
          details?: Json;
          id?: never;
          occurred_at?: string;
          outcome: string;
          request_id?: string | null;
          subject_id?: string | null;
        };
        Update: {
          action?: string;
          actor?: string | null;
          details?: Json;
          id?: never;
          occurred_at?: string;
          outcome?: string;
          request_id?: string | null;
          subject_id?: string | null;
        };
        Relationships: [
        ];
      };
      case_events: {
        Row: {
          at: string;
          claim_id: string;
          id: number;
          side: string;
          turn: string | null;
          until: string | null;
          what: string;
        };
        Insert: {
          at?: string;
          claim_id: string;
          id?: never;
          side: string;
          turn?: string | null;
          until?: string | null;
          what: string;
        };
        Update: {
          at?: string;
          claim_id?: string;
          id?: never;
          side?: string;
          turn?: string | null;
          until?: string | null;
          what?: string;
        };
        Relationships: [
          {
            foreignKeyName: "case_events_claim_id_fkey";
            columns: ["claim_id"];
            isOneToOne: false;
            referencedRelation: "claims";
            referencedColumns: ["id"];
          },
        ];
      };
      case_holders: {
        Row: {
          contract_id: string | null;
          holder: string;
          id: number;
          look_again_on: string | null;
          simulation_id: string | null;
          since: string;
        };
        Insert: {
          contract_id?: string | null;
          holder: string;
          id?: never;
          look_again_on?: string | null;
          simulation_id?: string | null;
          since?: string;
        };
        Update: {
          contract_id?: string | null;
          holder?: string;
          id?: never;
          look_again_on?: string | null;
          simulation_id?: string | null;
          since?: string;
        };
        Relationships: [
          {
            foreignKeyName: "case_holders_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: true;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "case_holders_simulation_id_fkey";
            columns: ["simulation_id"];
            isOneToOne: true;
            referencedRelation: "simulations";
            referencedColumns: ["id"];
          },
        ];
      };
      case_notes: {
        Row: {
          author: string | null;
          contract_id: string | null;
          created_at: string;
          id: string;
          note: string;
          side: string | null;
          simulation_id: string | null;
        };
        Insert: {
          author?: string | null;
          contract_id?: string | null;
          created_at?: string;
          id: string;
          note: string;
          side?: string | null;
          simulation_id?: string | null;
        };
        Update: {
          author?: string | null;
          contract_id?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          side?: string | null;
          simulation_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "case_notes_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "case_notes_simulation_id_fkey";
            columns: ["simulation_id"];
            isOneToOne: false;
            referencedRelation: "simulations";
            referencedColumns: ["id"];
          },
        ];
      };
      charges: {
        Row: {
          allocated: number;
          amount: number;
          cancel_reason: string | null;
          cancelled_at: string | null;
          cancelled_by: string | null;
          cause: string;
          claim_id: string | null;
          contract_id: string | null;
          created_at: string;
          created_by: string | null;
          direction: string;
          due_on: string;
          id: string;
          instalment: number;
          instalments: number;
          is_open: boolean;
          kind: string;
          movement_id: string | null;
          notice_on: string | null;
          round: number | null;
          txid: string | null;
        };
        Insert: {
          allocated?: number;
          amount: number;
          cancel_reason?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: string | null;
          cause: string;
          claim_id?: string | null;
          contract_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          direction?: never;
          due_on: string;
          id?: string;
          instalment?: number;
          instalments?: number;
          is_open?: never;
          kind: string;
          movement_id?: string | null;
          notice_on?: string | null;
          round?: number | null;
          txid?: string | null;
        };
        Update: {
          allocated?: number;
          amount?: number;
          cancel_reason?: string | null;
          cancelled_at?: string | null;
          cancelled_by?: string | null;
          cause?: string;
          claim_id?: string | null;
          contract_id?: string | null;
          created_at?: string;
          created_by?: string | null;
          direction?: never;
          due_on?: string;
          id?: string;
          instalment?: number;
          instalments?: number;
          is_open?: never;
          kind?: string;
          movement_id?: string | null;
          notice_on?: string | null;
          round?: number | null;
          txid?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "charges_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "charges_of_claim";
            columns: ["claim_id"];
            isOneToOne: false;
            referencedRelation: "claims";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "charges_of_movement";
            columns: ["movement_id"];
            isOneToOne: false;
            referencedRelation: "movements";
            referencedColumns: ["id"];
          },
        ];
      };
      claim_files: {
        Row: {
          aside_at: string | null;
          aside_by: string | null;
          aside_reason: string | null;
          bytes: number;
          claim_id: string;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          item_id: string | null;
          kind: string;
          received_at: string;
          sent_by: string | null;
          sent_from: string | null;
          side: string;
        };
        Insert: {
          aside_at?: string | null;
          aside_by?: string | null;
          aside_reason?: string | null;
          bytes: number;
          claim_id: string;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          item_id?: string | null;
          kind: string;
          received_at?: string;
          sent_by?: string | null;
          sent_from?: string | null;
          side: string;
        };
        Update: {
          aside_at?: string | null;
          aside_by?: string | null;
          aside_reason?: string | null;
          bytes?: number;
          claim_id?: string;
          file_path?: string;
          file_sha256?: string;
          file_type?: string;
          id?: string;
          item_id?: string | null;
          kind?: string;
          received_at?: string;
          sent_by?: string | null;
          sent_from?: string | null;
          side?: string;
        };
        Relationships: [
          {
            foreignKeyName: "claim_files_claim_id_fkey";
            columns: ["claim_id"];
            isOneToOne: false;
            referencedRelation: "claims";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "claim_files_item_id_fkey";
            columns: ["item_id"];
            isOneToOne: false;
            referencedRelation: "claim_items";
            referencedColumns: ["id"];
          },
        ];
      };
      claim_items: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          asked: number;
          claim_id: string;
          clause: string | null;
          description: string;
          granted: number | null;
          id: string;
          kind: string;
          place: number;
          reason: string | null;
          replied_at: string | null;
          reply: string | null;
        };
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          asked: number;
          claim_id: string;
          clause?: string | null;
          description: string;
          granted?: number | null;
          id: string;
          kind: string;
          place: number;
          reason?: string | null;
          replied_at?: string | null;
          reply?: string | null;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          asked?: number;
          claim_id?: string;
          clause?: string | null;
          description?: string;
          granted?: number | null;
          id?: string;
          kind?: string;
          place?: number;
          reason?: string | null;
          replied_at?: string | null;
          reply?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "claim_items_claim_id_fkey";
            columns: ["claim_id"];
            isOneToOne: false;
            referencedRelation: "claims";
            referencedColumns: ["id"];
          },
        ];
      };
      claim_reviews: {
        Row: {
          answer: string | null;
          answer_until: string;
          answered_at: string | null;
          asked_at: string;
          asked_from: string | null;
          claim_id: string;
          items: string[];
          round: number;
          side: string;
          text: string;
        };
        Insert: {
          answer?: string | null;
          answer_until: string;
          answered_at?: string | null;
          asked_at?: string;
          asked_from?: string | null;
          claim_id: string;
          items: string[];
          round: number;
          side: string;
          text: string;
        };
        Update: {
          answer?: string | null;
          answer_until?: string;
          answered_at?: string | null;
          asked_at?: string;
          asked_from?: string | null;
          claim_id?: string;
          items?: string[];
          round?: number;
          side?: string;
          text?: string;
        };
        Relationships: [
          {
            foreignKeyName: "claim_reviews_claim_id_fkey";
            columns: ["claim_id"];
            isOneToOne: false;
            referencedRelation: "claims";
            referencedColumns: ["id"];
          },
        ];
      };
      claims: {
        Row: {
          account: Json | null;
          account_asked_by: string | null;
          account_changes: number;
          account_givers: string[];
          account_next: Json | null;
          account_secret_hash: string | null;
          account_since: string | null;
          complete_at: string | null;
          complete_until: string;
          contract_id: string;
          decide_by: string;
          decided_at: string | null;
          decided_by: string | null;
          decisions: Json;
          final_at: string | null;
          happened_on: string;
          id: string;
          landlord_address: string | null;
          landlord_done_at: string | null;
          landlord_until: string | null;
          lease_id: string;
          needs_second: boolean;
          opened_at: string;
          opened_by: string;
          opener: string | null;
          pay_by: string | null;
          protocol: string;
          recourse: number | null;
          recourse_state: string | null;
          request_id: string;
          review_until: string | null;
          round: number;
          second_by: string | null;
          tenant_done_at: string | null;
          tenant_turns: number;
          tenant_until: string | null;
          wanted: string | null;
          wanted_at: string | null;
          wanted_from: string | null;
          wanted_until: string | null;
          withdrawn_at: string | null;
          withdrawn_why: string | null;
        };
        Insert: {
          account?: Json | null;
          account_asked_by?: string | null;
          account_changes?: number;
          account_givers?: string[];
          account_next?: Json | null;
          account_secret_hash?: string | null;
          account_since?: string | null;
          complete_at?: string | null;
          complete_until: string;
          contract_id: string;
          decide_by: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decisions?: Json;
          final_at?: string | null;
          happened_on: string;
          id?: string;
          landlord_address?: string | null;
          landlord_done_at?: string | null;
          landlord_until?: string | null;
          lease_id: string;
          needs_second?: boolean;
          opened_at?: string;
          opened_by: string;
          opener?: string | null;
          pay_by?: string | null;
          protocol?: string;
          recourse?: number | null;
          recourse_state?: string | null;
          request_id: string;
          review_until?: string | null;
          round?: number;
          second_by?: string | null;
          tenant_done_at?: string | null;
          tenant_turns?: number;
          tenant_until?: string | null;
          wanted?: string | null;
          wanted_at?: string | null;
          wanted_from?: string | null;
          wanted_until?: string | null;
          withdrawn_at?: string | null;
          withdrawn_why?: string | null;
        };
        Update: {
          account?: Json | null;
          account_asked_by?: string | null;
          account_changes?: number;
          account_givers?: string[];
          account_next?: Json | null;
          account_secret_hash?: string | null;
          account_since?: string | null;
          complete_at?: string | null;
          complete_until?: string;
          contract_id?: string;
          decide_by?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decisions?: Json;
          final_at?: string | null;
          happened_on?: string;
          id?: string;
          landlord_address?: string | null;
          landlord_done_at?: string | null;
          landlord_until?: string | null;
          lease_id?: string;
          needs_second?: boolean;
          opened_at?: string;
          opened_by?: string;
          opener?: string | null;
          pay_by?: string | null;
          protocol?: string;
          recourse?: number | null;
          recourse_state?: string | null;
          request_id?: string;
          review_until?: string | null;
          round?: number;
          second_by?: string | null;
          tenant_done_at?: string | null;
          tenant_turns?: number;
          tenant_until?: string | null;
          wanted?: string | null;
          wanted_at?: string | null;
          wanted_from?: string | null;
          wanted_until?: string | null;
          withdrawn_at?: string | null;
          withdrawn_why?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "claims_contract_is_of_lease";
            columns: ["contract_id","lease_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id","lease_id"];
          },
          {
            foreignKeyName: "claims_lease_id_fkey";
            columns: ["lease_id"];
            isOneToOne: false;
            referencedRelation: "leases";
            referencedColumns: ["id"];
          },
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
          protocol: string;
          search_text: string;
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
          protocol?: string;
          search_text?: never;
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
          protocol?: string;
          search_text?: never;
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
      contract_endings: {
        Row: {
          answer_until: string | null;
          asked_at: string;
          asked_by: string;
          closed_at: string | null;
          closed_by: string | null;
          contract_id: string;
          id: string;
          keys_note: string | null;
          keys_on: string | null;
          kind: string;
          landlord_told_on: string | null;
          protocol: string;
          question: string | null;
          reason: string | null;
          status: string;
        };
        Insert: {
          answer_until?: string | null;
          asked_at?: string;
          asked_by: string;
          closed_at?: string | null;
          closed_by?: string | null;
          contract_id: string;
          id: string;
          keys_note?: string | null;
          keys_on?: string | null;
          kind: string;
          landlord_told_on?: string | null;
          protocol?: string;
          question?: string | null;
          reason?: string | null;
          status?: string;
        };
        Update: {
          answer_until?: string | null;
          asked_at?: string;
          asked_by?: string;
          closed_at?: string | null;
          closed_by?: string | null;
          contract_id?: string;
          id?: string;
          keys_note?: string | null;
          keys_on?: string | null;
          kind?: string;
          landlord_told_on?: string | null;
          protocol?: string;
          question?: string | null;
          reason?: string | null;
          status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "contract_endings_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
        ];
      };
      contracts: {
        Row: {
          close_reason: string | null;
          closed_at: string | null;
          closed_by: string | null;
          contract_duration_months: number;
          contract_number: string;
          cover_limit: number | null;
          created_at: string;
          end_date: string;
          end_told_on: string | null;
          ends_on: string | null;
          fee: number | null;
          fee_due_on: string | null;
          guarantee_reference_value: number;
          id: string;
          instalments: number;
          landlord_name: string;
          landlord_phone: string | null;
          lease_id: string;
          letter_fee: string;
          offer_id: string | null;
          password_set_at: string | null;
          payment_method: string;
          payment_plan: string;
          property_address: string;
          property_city: string | null;
          property_state: string | null;
          property_type: string;
          renewal_asked_at: string | null;
          renewal_asked_by: string | null;
          renews_contract_id: string | null;
          rental_value: number;
          search_text: string | null;
          start_date: string;
          status: string;
          tenant_cpf: string;
          tenant_email: string | null;
          tenant_name: string;
          tenant_phone: string | null;
          user_id: string;
        };
        Insert: {
          close_reason?: string | null;
          closed_at?: string | null;
          closed_by?: string | null;
          contract_duration_months: number;
          contract_number?: string;
          cover_limit?: number | null;
          created_at?: string;
          end_date: string;
          end_told_on?: string | null;
          ends_on?: string | null;
          fee?: number | null;
          fee_due_on?: string | null;
          guarantee_reference_value: number;
          id?: string;
          instalments?: number;
          landlord_name: string;
          landlord_phone?: string | null;
          lease_id: string;
          letter_fee?: string;
          offer_id?: string | null;
          password_set_at?: string | null;
          payment_method: string;
          payment_plan: string;
          property_address: string;
          property_city?: string | null;
          property_state?: string | null;
          property_type: string;
          renewal_asked_at?: string | null;
          renewal_asked_by?: string | null;
          renews_contract_id?: string | null;
          rental_value: number;
          search_text?: never;
          start_date: string;
          status?: string;
          tenant_cpf: string;
          tenant_email?: string | null;
          tenant_name: string;
          tenant_phone?: string | null;
          user_id: string;
        };
        Update: {
          close_reason?: string | null;
          closed_at?: string | null;
          closed_by?: string | null;
          contract_duration_months?: number;
          contract_number?: string;
          cover_limit?: number | null;
          created_at?: string;
          end_date?: string;
          end_told_on?: string | null;
          ends_on?: string | null;
          fee?: number | null;
          fee_due_on?: string | null;
          guarantee_reference_value?: number;
          id?: string;
          instalments?: number;
          landlord_name?: string;
          landlord_phone?: string | null;
          lease_id?: string;
          letter_fee?: string;
          offer_id?: string | null;
          password_set_at?: string | null;
          payment_method?: string;
          payment_plan?: string;
          property_address?: string;
          property_city?: string | null;
          property_state?: string | null;
          property_type?: string;
          renewal_asked_at?: string | null;
          renewal_asked_by?: string | null;
          renews_contract_id?: string | null;
          rental_value?: number;
          search_text?: never;
          start_date?: string;
          status?: string;
          tenant_cpf?: string;
          tenant_email?: string | null;
          tenant_name?: string;
          tenant_phone?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "contracts_of_lease";
            columns: ["lease_id","user_id"];
            isOneToOne: false;
            referencedRelation: "leases";
            referencedColumns: ["id","user_id"];
          },
          {
            foreignKeyName: "contracts_offer_id_fkey";
            columns: ["offer_id"];
            isOneToOne: true;
            referencedRelation: "offers";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "contracts_renews_contract_id_fkey";
            columns: ["renews_contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
        ];
      };
      document_jobs: {
        Row: {
          attempts: number;
          contract_id: string;
          created_at: string;
          last_error: string | null;
          leased_until: string | null;
          next_attempt_at: string;
          request_id: string | null;
          status: string;
          version: number;
        };
        Insert: {
          attempts?: number;
          contract_id: string;
          created_at?: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          request_id?: string | null;
          status?: string;
          version?: number;
        };
        Update: {
          attempts?: number;
          contract_id?: string;
          created_at?: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          request_id?: string | null;
          status?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "document_jobs_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: true;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
        ];
      };
      handover_statements: {
        Row: {
          ending_id: string;
          keys_on: string;
          note: string | null;
          proof_at: string | null;
          proof_id: string;
          proof_path: string | null;
          proof_sha256: string | null;
          proof_type: string | null;
          side: string;
          stated_at: string;
          stated_by: string | null;
        };
        Insert: {
          ending_id: string;
          keys_on: string;
          note?: string | null;
          proof_at?: string | null;
          proof_id?: string;
          proof_path?: string | null;
          proof_sha256?: string | null;
          proof_type?: string | null;
          side: string;
          stated_at?: string;
          stated_by?: string | null;
        };
        Update: {
          ending_id?: string;
          keys_on?: string;
          note?: string | null;
          proof_at?: string | null;
          proof_id?: string;
          proof_path?: string | null;
          proof_sha256?: string | null;
          proof_type?: string | null;
          side?: string;
          stated_at?: string;
          stated_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "handover_statements_ending_id_fkey";
            columns: ["ending_id"];
            isOneToOne: false;
            referencedRelation: "contract_endings";
            referencedColumns: ["id"];
          },
        ];
      };
      inspection_files: {
        Row: {
          aside_at: string | null;
          aside_by: string | null;
          aside_reason: string | null;
          bytes: number;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          lease_id: string;
          moment: string;
          note: string | null;
          received_at: string;
          room: string;
          sent_by: string | null;
          side: string;
        };
        Insert: {
          aside_at?: string | null;
          aside_by?: string | null;
          aside_reason?: string | null;
          bytes: number;
          file_path: string;
          file_sha256: string;
          file_type: string;
          id: string;
          lease_id: string;
          moment: string;
          note?: string | null;
          received_at?: string;
          room: string;
          sent_by?: string | null;
          side: string;
        };
        Update: {
          aside_at?: string | null;
          aside_by?: string | null;
          aside_reason?: string | null;
          bytes?: number;
          file_path?: string;
          file_sha256?: string;
          file_type?: string;
          id?: string;
          lease_id?: string;
          moment?: string;
          note?: string | null;
          received_at?: string;
          room?: string;
          sent_by?: string | null;
          side?: string;
        };
        Relationships: [
          {
            foreignKeyName: "inspection_files_lease_id_fkey";
            columns: ["lease_id"];
            isOneToOne: false;
            referencedRelation: "leases";
            referencedColumns: ["id"];
          },
        ];
      };
      landlords: {
        Row: {
          created_at: string;
          document: string | null;
          id: string;
          kind: string;
          name: string;
          notes: string | null;
        };
        Insert: {
          created_at?: string;
          document?: string | null;
          id?: string;
          kind?: string;
          name: string;
          notes?: string | null;
        };
        Update: {
          created_at?: string;
          document?: string | null;
          id?: string;
          kind?: string;
          name?: string;
          notes?: string | null;
        };
        Relationships: [
        ];
      };
      lease_addresses: {
        Row: {
          address: string;
          check_note: string | null;
          checked_at: string | null;
          checked_by: string | null;
          confirmed_at: string | null;
          created_at: string;
          given_by: string;
          given_from: string | null;
          giver: string | null;
          id: string;
          landlord_id: string | null;
          lease_id: string | null;
          refused_at: string | null;
          standing: string;
        };
        Insert: {
          address: string;
          check_note?: string | null;
          checked_at?: string | null;
          checked_by?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          given_by: string;
          given_from?: string | null;
          giver?: string | null;
          id?: string;
          landlord_id?: string | null;
          lease_id?: string | null;
          refused_at?: string | null;
          standing?: never;
        };
        Update: {
          address?: string;
          check_note?: string | null;
          checked_at?: string | null;
          checked_by?: string | null;
          confirmed_at?: string | null;
          created_at?: string;
          given_by?: string;
          given_from?: string | null;
          giver?: string | null;
          id?: string;
          landlord_id?: string | null;
          lease_id?: string | null;
          refused_at?: string | null;
          standing?: never;
        };
        Relationships: [
          {
            foreignKeyName: "lease_addresses_landlord_id_fkey";
            columns: ["landlord_id"];
            isOneToOne: false;
            referencedRelation: "landlords";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "lease_addresses_lease_id_fkey";
            columns: ["lease_id"];
            isOneToOne: false;
            referencedRelation: "leases";
            referencedColumns: ["id"];
          },
        ];
      };
      leases: {
        Row: {
          claims_end_told_on: string | null;
          created_at: string;
          id: string;
          landlord_by: string | null;
          landlord_id: string | null;
          user_id: string;
        };
        Insert: {
          claims_end_told_on?: string | null;
          created_at?: string;
          id?: string;
          landlord_by?: string | null;
          landlord_id?: string | null;
          user_id: string;
        };
        Update: {
          claims_end_told_on?: string | null;
          created_at?: string;
          id?: string;
          landlord_by?: string | null;
          landlord_id?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "leases_landlord_id_fkey";
            columns: ["landlord_id"];
            isOneToOne: false;
            referencedRelation: "landlords";
            referencedColumns: ["id"];
          },
        ];
      };
      letters: {
        Row: {
          code: string;
          contract_id: string;
          file_sha256: string | null;
          issued_at: string;
        };
        Insert: {
          code: string;
          contract_id: string;
          file_sha256?: string | null;
          issued_at?: string;
        };
        Update: {
          code?: string;
          contract_id?: string;
          file_sha256?: string | null;
          issued_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "letters_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: true;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
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
      movements: {
        Row: {
          account: Json | null;
          amount: number;
          booked_at: string;
          booked_by: string | null;
          contract_id: string | null;
          description: string | null;
          direction: string;
          id: string;
          moved_on: string;
          note: string | null;
          reason: string | null;
          reverses: string | null;
          source: string;
        };
        Insert: {
          account?: Json | null;
          amount: number;
          booked_at?: string;
          booked_by?: string | null;
          contract_id?: string | null;
          description?: string | null;
          direction: string;
          id?: string;
          moved_on: string;
          note?: string | null;
          reason?: string | null;
          reverses?: string | null;
          source: string;
        };
        Update: {
          account?: Json | null;
          amount?: number;
          booked_at?: string;
          booked_by?: string | null;
          contract_id?: string | null;
          description?: string | null;
          direction?: string;
          id?: string;
          moved_on?: string;
          note?: string | null;
          reason?: string | null;
          reverses?: string | null;
          source?: string;
        };
        Relationships: [
          {
            foreignKeyName: "movements_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "movements_reverses_fkey";
            columns: ["reverses"];
            isOneToOne: true;
            referencedRelation: "movements";
            referencedColumns: ["id"];
          },
        ];
      };
      offers: {
        Row: {
          adjustment_asked_at: string | null;
          adjustment_reason: string | null;
          clauses: Json;
          closed_at: string | null;
          conditions_sha256: string;
          cover_limit: number;
          created_at: string;
          created_by: string | null;
          decline_reason: string | null;
          end_date: string;
          fee: number;
          fee_due_on: string;
          has_question: boolean;
          id: string;
          instalments: number;
          landlord_id: string | null;
          landlord_name: string;
          letter_needs_fee: boolean;
          months: number;
          past_start_reason: string | null;
          payment_method: string;
          payment_plan: string;
          property_type: string;
          questions: Json;
          reference_value: number;
          reminded_at: string | null;
          renews_contract_id: string | null;
          rental_value: number;
          simulation_id: string;
          start_date: string;
          status: string;
          terms_version: string;
          valid_until: string;
        };
        Insert: {
          adjustment_asked_at?: string | null;
          adjustment_reason?: string | null;
          clauses?: Json;
          closed_at?: string | null;
          conditions_sha256: string;
          cover_limit: number;
          created_at?: string;
          created_by?: string | null;
          decline_reason?: string | null;
          end_date?: never;
          fee: number;
          fee_due_on: string;
          has_question?: never;
          id?: string;
          instalments?: number;
          landlord_id?: string | null;
          landlord_name: string;
          letter_needs_fee?: boolean;
          months: number;
          past_start_reason?: string | null;
          payment_method: string;
          payment_plan: string;
          property_type: string;
          questions?: Json;
          reference_value: number;
          reminded_at?: string | null;
          renews_contract_id?: string | null;
          rental_value: number;
          simulation_id: string;
          start_date: string;
          status?: string;
          terms_version: string;
          valid_until: string;
        };
        Update: {
          adjustment_asked_at?: string | null;
          adjustment_reason?: string | null;
          clauses?: Json;
          closed_at?: string | null;
          conditions_sha256?: string;
          cover_limit?: number;
          created_at?: string;
          created_by?: string | null;
          decline_reason?: string | null;
          end_date?: never;
          fee?: number;
          fee_due_on?: string;
          has_question?: never;
          id?: string;
          instalments?: number;
          landlord_id?: string | null;
          landlord_name?: string;
          letter_needs_fee?: boolean;
          months?: number;
          past_start_reason?: string | null;
          payment_method?: string;
          payment_plan?: string;
          property_type?: string;
          questions?: Json;
          reference_value?: number;
          reminded_at?: string | null;
          renews_contract_id?: string | null;
          rental_value?: number;
          simulation_id?: string;
          start_date?: string;
          status?: string;
          terms_version?: string;
          valid_until?: string;
        };
        Relationships: [
          {
            foreignKeyName: "offers_landlord_id_fkey";
            columns: ["landlord_id"];
            isOneToOne: false;
            referencedRelation: "landlords";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "offers_renewed_contract";
            columns: ["renews_contract_id"];
            isOneToOne: false;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "offers_simulation_id_fkey";
            columns: ["simulation_id"];
            isOneToOne: false;
            referencedRelation: "simulations";
            referencedColumns: ["id"];
          },
        ];
      };
      outgoing_mail: {
        Row: {
          attempts: number;
          contact_message_id: string | null;
          contract_id: string | null;
          created_at: string;
          dismissed_reason: string | null;
          id: string;
          idempotency_key: string;
          last_error: string | null;
          leased_until: string | null;
          next_attempt_at: string;
          partnership_request_id: string | null;
          payload: Json;
          recipient: string | null;
          request_id: string | null;
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
          dismissed_reason?: string | null;
          id?: string;
          idempotency_key: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          partnership_request_id?: string | null;
          payload?: Json;
          recipient?: string | null;
          request_id?: string | null;
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
          dismissed_reason?: string | null;
          id?: string;
          idempotency_key?: string;
          last_error?: string | null;
          leased_until?: string | null;
          next_attempt_at?: string;
          partnership_request_id?: string | null;
          payload?: Json;
          recipient?: string | null;
          request_id?: string | null;
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
      partners: {
        Row: {
          accepted_at: string;
          accepted_by: string | null;
          city: string;
          company_name: string;
          email: string;
          ended_at: string | null;
          ended_by: string | null;
          id: string;
          partner_name: string;
          phone: string;
          request_id: string | null;
          search_text: string;
          state: string;
        };
        Insert: {
          accepted_at?: string;
          accepted_by?: string | null;
          city: string;
          company_name: string;
          email: string;
          ended_at?: string | null;
          ended_by?: string | null;
          id?: string;
          partner_name: string;
          phone: string;
          request_id?: string | null;
          search_text?: never;
          state: string;
        };
        Update: {
          accepted_at?: string;
          accepted_by?: string | null;
          city?: string;
          company_name?: string;
          email?: string;
          ended_at?: string | null;
          ended_by?: string | null;
          id?: string;
          partner_name?: string;
          phone?: string;
          request_id?: string | null;
          search_text?: never;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: "partners_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: true;
            referencedRelation: "partnership_requests";
            referencedColumns: ["id"];
          },
        ];
      };
      partnership_notes: {
        Row: {
          author: string | null;
          created_at: string;
          id: string;
          note: string;
          request_id: string;
        };
        Insert: {
          author?: string | null;
          created_at?: string;
          id: string;
          note: string;
          request_id: string;
        };
        Update: {
          author?: string | null;
          created_at?: string;
          id?: string;
          note?: string;
          request_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "partnership_notes_request_id_fkey";
            columns: ["request_id"];
            isOneToOne: false;
            referencedRelation: "partnership_requests";
            referencedColumns: ["id"];
          },
        ];
      };
      partnership_requests: {
        Row: {
          company_name: string;
          contacted_at: string | null;
          contacted_by: string | null;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decline_reason: string | null;
          due_at: string;
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
          protocol: string;
          search_text: string;
          status: string;
          submission_id: string;
        };
        Insert: {
          company_name: string;
          contacted_at?: string | null;
          contacted_by?: string | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decline_reason?: string | null;
          due_at?: string;
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
          protocol?: string;
          search_text?: never;
          status?: string;
          submission_id: string;
        };
        Update: {
          company_name?: string;
          contacted_at?: string | null;
          contacted_by?: string | null;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decline_reason?: string | null;
          due_at?: string;
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
          protocol?: string;
          search_text?: never;
          status?: string;
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
      refund_accounts: {
        Row: {
          account: Json | null;
          account_next: Json | null;
          ask_id: string | null;
          asked_at: string;
          confirmed_at: string | null;
          contract_id: string;
          mailed_to: string | null;
          secret_hash: string | null;
          version: number;
        };
        Insert: {
          account?: Json | null;
          account_next?: Json | null;
          ask_id?: string | null;
          asked_at?: string;
          confirmed_at?: string | null;
          contract_id: string;
          mailed_to?: string | null;
          secret_hash?: string | null;
          version?: number;
        };
        Update: {
          account?: Json | null;
          account_next?: Json | null;
          ask_id?: string | null;
          asked_at?: string;
          confirmed_at?: string | null;
          contract_id?: string;
          mailed_to?: string | null;
          secret_hash?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "refund_accounts_contract_id_fkey";
            columns: ["contract_id"];
            isOneToOne: true;
            referencedRelation: "contracts";
            referencedColumns: ["id"];
          },
        ];
      };
      simulations: {
        Row: {
          accepted_terms_at: string;
          accepted_terms_version: string;
          answer_due_at: string;
          birth_date: string;
          comments: string | null;
          corrected_at: string | null;
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
          property_type: string | null;
          protocol: string;
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
          answer_due_at?: string;
          birth_date: string;
          comments?: string | null;
          corrected_at?: string | null;
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
          property_type?: string | null;
          protocol?: string;
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
          answer_due_at?: string;
          birth_date?: string;
          comments?: string | null;
          corrected_at?: string | null;
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
          property_type?: string | null;
          protocol?: string;
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
          created_at: string;
          email: string;
          full_name: string | null;
          status: string;
          status_changed_at: string | null;
          user_id: string;
          wants_digest: boolean;
        };
        Insert: {
          created_at?: string;
          email: string;
          full_name?: string | null;
          status?: string;
          status_changed_at?: string | null;
          user_id: string;
          wants_digest?: boolean;
        };
        Update: {
          created_at?: string;
          email?: string;
          full_name?: string | null;
          status?: string;
          status_changed_at?: string | null;
          user_id?: string;
          wants_digest?: boolean;
        };
        Relationships: [
        ];
      };
      staff_rights: {
        Row: {
          granted_at: string;
          granted_by: string | null;
          name: string;
          user_id: string;
        };
        Insert: {
          granted_at?: string;
          granted_by?: string | null;
          name: string;
          user_id: string;
        };
        Update: {
          granted_at?: string;
          granted_by?: string | null;
          name?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "staff_rights_user_id_fkey";
            columns: ["user_id"];
            isOneToOne: false;
            referencedRelation: "staff";
            referencedColumns: ["user_id"];
          },
        ];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      accept_correction: {
        Args: { correction_id: string; full_name: string; address_hash: string; user_agent: string; secret_hash?: string | null; account?: string | null };
        Returns: Json;
      };
      accept_document: {
        Args: { document_id: string; files: string[] };
        Returns: Json;
      };
      accept_offer: {
        Args: { secret_hash: string; offer_id: string; full_name: string; clauses: string[]; conditions_sha256: string; address_hash: string; user_agent: string; landlord_email?: string | null };
        Returns: Json;
      };
      account_link_secret: {
        Args: { mail_id: string };
        Returns: string | null;
      };
      account_secret: {
        Args: { mail_id: string };
        Returns: string | null;
      };
      add_case_note: {
        Args: { simulation_id?: string | null; contract_id?: string | null; note_id?: string | null; note?: string | null };
        Returns: Json;
      };
      add_landlord_address: {
        Args: { contract_id: string; address: string; is_own: boolean };
        Returns: Json;
      };
      add_partnership_note: {
        Args: { request_id: string; note_id: string; note: string };
        Returns: Json;
      };
      allocate_payment: {
        Args: { movement_id: string; charge_id: string };
        Returns: Json;
      };
      answer_claim: {
        Args: { claim_id: string; answers: Json; version: number };
        Returns: Json;
      };
      answer_claim_review: {
        Args: { claim_id: string; text: string; version: number };
        Returns: Json;
      };
      answer_offer: {
        Args: { secret_hash: string; offer_id: string; answer: string; reason: string; address_hash: string; clause?: string | null };
        Returns: Json;
      };
      answer_question: {
        Args: { offer_id: string; question_id: string; answer: string };
        Returns: Json;
      };
      approve_payout: {
        Args: { charge_id: string; version?: number | null };
        Returns: Json;
      };
      ask_about_ending: {
        Args: { ending_id: string; question: string };
        Returns: Json;
      };
      ask_documents: {
        Args: { simulation_id: string; kinds: string[]; note?: string | null };
        Returns: Json;
      };
      ask_ending: {
        Args: { contract_id: string; ending_id: string; kind: string; reason?: string | null; keys_on?: string | null; despite_claim?: boolean | null };
        Returns: Json;
      };
      ask_for_claim: {
        Args: { claim_id: string; side: string; text: string; until: string; version: number };
        Returns: Json;
      };
      ask_renewal: {
        Args: { contract_id: string };
        Returns: Json;
      };
      ask_renewal_by_link: {
        Args: { secret_hash: string; lease_id: string; address_hash: string };
        Returns: Json;
      };
      backend_metrics: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      book_payment: {
        Args: { movement_id: string; charge_id: string; paid_on: string; amount: number; seen_open: number; note?: string | null; account_version?: number | null };
        Returns: Json;
      };
      book_statement: {
        Args: { lines: Json; choices: Json };
        Returns: Json;
      };
      cancel_refund: {
        Args: { charge_id: string; reason: string };
        Returns: Json;
      };
      case_work: {
        Args: { simulation_id?: string | null; contract_id?: string | null };
        Returns: Json;
      };
      charge_totals: {
        Args: { view: string; search?: string | null; from_day?: string | null; to_day?: string | null };
        Returns: Json;
      };
      check_landlord_address: {
        Args: { contact_id: string; note: string };
        Returns: Json;
      };
      check_request_corrections: {
        Args: { simulation_id: string; known_version: number };
        Returns: Json;
      };
      claim_by_link: {
        Args: { secret_hash: string; address_hash: string; action: string; request: Json };
        Returns: Json;
      };
      claim_detail: {
        Args: { claim_id: string };
        Returns: Json;
      };
      claim_document_job: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      claim_outgoing_mail: {
        Args: { max?: number | null };
        Returns: { id: string | null; template: string | null; recipient: string | null; payload: Json | null; idempotency_key: string | null; attempts: number | null; created_at: string | null; subject: Json | null; request_id: string | null }[];
      };
      claim_times: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      close_contract: {
        Args: { contract_id: string; status: string; reason: string; ends_on?: string | null; kind?: string | null; despite_claim?: boolean | null };
        Returns: Json;
      };
      close_unpaid: {
        Args: { charge_id: string };
        Returns: Json;
      };
      confirm_claim_account: {
        Args: { secret_hash: string; address_hash: string };
        Returns: Json;
      };
      confirm_ending: {
        Args: { ending_id: string; keys_on?: string | null; keys_note?: string | null };
        Returns: Json;
      };
      confirm_refund_account: {
        Args: { secret_hash: string; address_hash: string };
        Returns: Json;
      };
      confirm_sign_in: {
        Args: { attempt_id: string; device_hash?: string | null };
        Returns: undefined;
      };
      confirm_staff_address: {
        Args: { secret_hash: string };
        Returns: boolean;
      };
      contact_message: {
        Args: { message_id: string };
        Returns: Json;
      };
      contract_claims: {
        Args: { contract_id: string };
        Returns: Json;
      };
      contract_detail: {
        Args: { contract_id: string };
        Returns: Json;
      };
      contract_payments: {
        Args: { of_id: string };
        Returns: Json;
      };
      correct_contract: {
        Args: { contract_id: string; correction_id: string; known_code: string; wanted: Json; reason: string };
        Returns: Json;
      };
      correct_mail_address: {
        Args: { mail_id: string; correction_id: string; address: string; reason: string };
        Returns: Json;
      };
      correct_request: {
        Args: { simulation_id: string; correction_id: string; known_version: number; wanted: Json; reason: string };
        Returns: Json;
      };
      correct_request_by_link: {
        Args: { secret_hash: string; correction_id: string; known_version: number; wanted: Json; address_hash: string };
        Returns: Json;
      };
      count_function_failures: {
        Args: { function_name: string; failures: number };
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
      decide_claim: {
        Args: { claim_id: string; items: Json; recourse: number; version: number };
        Returns: Json;
      };
      decide_simulation: {
        Args: { simulation_id: string; decision: string; known_version: number; reason?: string | null };
        Returns: Json;
      };
      dismiss_mail: {
        Args: { mail_id: string; reason: string };
        Returns: Json;
      };
      draft_offer: {
        Args: { offer: Json };
        Returns: Json;
      };
      end_claim_turn: {
        Args: { claim_id: string; version: number };
        Returns: Json;
      };
      end_partnership: {
        Args: { partner_id: string };
        Returns: Json;
      };
      end_staff_sessions: {
        Args: { user_id: string };
        Returns: Json;
      };
      ending_by_link: {
        Args: { secret_hash: string; address_hash: string; action: string; request: Json };
        Returns: Json;
      };
      expiries_by_week: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      export_audit: {
        Args: { person?: string | null; action?: string | null; typed_case?: string | null; from_day?: string | null; to_day?: string | null; outcome?: string | null };
        Returns: Json;
      };
      export_movements: {
        Args: { from_day: string; to_day: string };
        Returns: Json;
      };
      export_payouts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      file_contract_document: {
        Args: { contract_id: string; document_id: string; document_name: string; file_path: string };
        Returns: Json;
      };
      files_that_caches_keep: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      files_without_row: {
        Args: Record<PropertyKey, never>;
        Returns: string[] | null;
      };
      find_case_file: {
        Args: { secret_hash: string; file_id: string; address_hash: string };
        Returns: Json;
      };
      find_cases: {
        Args: { search: string };
        Returns: Json;
      };
      find_claim_decision: {
        Args: { secret_hash: string; claim_id: string; address_hash: string };
        Returns: Json;
      };
      find_conditions: {
        Args: { secret_hash: string; offer_id: string; address_hash: string };
        Returns: Json;
      };
      find_landlord_letter: {
        Args: { secret_hash: string; contract_id: string; address_hash: string };
        Returns: string | null;
      };
      find_landlords: {
        Args: { search: string };
        Returns: Json;
      };
      find_receipt: {
        Args: { secret_hash: string; movement_id: string; address_hash: string };
        Returns: Json;
      };
      give_address_by_link: {
        Args: { secret_hash: string; lease_id: string; address: string; address_hash: string };
        Returns: Json;
      };
      give_landlord_address: {
        Args: { contract_id: string; address: string };
        Returns: Json;
      };
      give_notice: {
        Args: { charge_id: string; notice_on: string };
        Returns: Json;
      };
      give_notices: {
        Args: { charge_ids: string[]; notice_on: string };
        Returns: Json;
      };
      give_refund_account: {
        Args: { contract_id: string; account: Json };
        Returns: Json;
      };
      has_live_session: {
        Args: Record<PropertyKey, never>;
        Returns: boolean;
      };
      hold_case: {
        Args: { simulation_id?: string | null; contract_id?: string | null; held?: boolean | null; holder?: string | null; look_again_on?: string | null };
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
      landlord_area: {
        Args: { secret_hash: string; address_hash: string; contact_id?: string | null; is_mine?: boolean | null; lease_id?: string | null };
        Returns: Json;
      };
      landlord_detail: {
        Args: { landlord_id: string };
        Returns: Json;
      };
      landlord_secret: {
        Args: { mail_id: string };
        Returns: string | null;
      };
      list_addresses_to_check: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      list_audit: {
        Args: { person?: string | null; action?: string | null; typed_case?: string | null; from_day?: string | null; to_day?: string | null; outcome?: string | null; before_at?: string | null; before_id?: number | null; page_size?: number | null };
        Returns: Json;
      };
      list_charges: {
        Args: { view: string; search?: string | null; from_day?: string | null; to_day?: string | null; after_date?: string | null; after_id?: string | null; page_size?: number | null };
        Returns: { id: string | null; kind: string | null; state: string | null; amount: number | null; open: number | null; due_on: string | null; contract_id: string | null; contract_number: string | null; tenant_name: string | null; instalment: number | null; instalments: number | null; payee: string | null; account: string | null; is_other_holder: boolean | null; account_version: number | null; awaits_second: boolean | null; claim_id: string | null; payable_from: string | null; approved_by: string | null; approved_by_me: boolean | null; refusal: string | null; second_people: string | null }[];
      };
      list_claims: {
        Args: { view: string; search?: string | null; after_day?: string | null; after_id?: string | null; page_size?: number | null };
        Returns: { id: string | null; protocol: string | null; stage: string | null; turn: string | null; until: string | null; is_overdue: boolean | null; sort_day: string | null; opened_at: string | null; asked: number | null; granted: number | null; contract_id: string | null; contract_number: string | null; tenant_name: string | null; landlord_name: string | null }[];
      };
      list_contact_messages: {
        Args: { status?: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: Database["public"]["Tables"]["contact_messages"]["Row"][];
        SetofOptions: { from: "*"; to: "contact_messages"; isOneToOne: false; isSetofReturn: true };
      };
      list_contracts: {
        Args: { view?: string | null; search?: string | null; after_date?: string | null; after_id?: string | null; page_size?: number | null; week?: string | null };
        Returns: { id: string | null; contract_number: string | null; tenant_name: string | null; landlord_name: string | null; property_address: string | null; start_date: string | null; end_date: string | null; state: string | null; asked_until: string | null; holder: string | null; look_again_on: string | null }[];
      };
      list_inspection: {
        Args: { lease_id: string; moment: string; side: string };
        Returns: Json;
      };
      list_inspection_by_link: {
        Args: { secret_hash: string; lease_id: string; moment: string; side: string; address_hash: string };
        Returns: Json;
      };
      list_movements: {
        Args: { view: string; search?: string | null; from_day?: string | null; to_day?: string | null; after_date?: string | null; after_id?: string | null; page_size?: number | null };
        Returns: { id: string | null; direction: string | null; amount: number | null; rest: number | null; moved_on: string | null; contract_id: string | null; contract_number: string | null; tenant_name: string | null; description: string | null; kind: string | null; is_reversed: boolean | null; reverses: string | null; receipt_number: string | null }[];
      };
      list_offers: {
        Args: { simulation_id: string };
        Returns: Json;
      };
      list_parked_documents: {
        Args: Record<PropertyKey, never>;
        Returns: { contract_id: string | null; contract_number: string | null; document_name: string | null; attempts: number | null; last_error: string | null; created_at: string | null }[];
      };
      list_parked_mail: {
        Args: Record<PropertyKey, never>;
        Returns: { id: string | null; template: string | null; recipient: string | null; attempts: number | null; last_error: string | null; created_at: string | null; simulation_id: string | null; about: Json | null; may_correct: boolean | null }[];
      };
      list_partners: {
        Args: { after_id?: string | null; page_size?: number | null };
        Returns: { id: string | null; request_id: string | null; company_name: string | null; partner_name: string | null; email: string | null; phone: string | null; city: string | null; state: string | null; accepted_at: string | null; ended_at: string | null }[];
      };
      list_partnership_requests: {
        Args: { status?: string | null; after_moment?: string | null; after_id?: string | null; page_size?: number | null };
        Returns: { id: string | null; created_at: string | null; due_at: string | null; status: string | null; partner_name: string | null; company_name: string | null; property_city: string | null; property_state: string | null }[];
      };
      list_request_documents: {
        Args: { simulation_id: string };
        Returns: { id: string | null; kind: string | null; note: string | null; status: string | null; asked_at: string | null; sent_at: string | null; decided_at: string | null; refusal_reason: string | null; files: Json | null }[];
      };
      list_simulations: {
        Args: { status?: string | null; search?: string | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: Database["public"]["Tables"]["simulations"]["Row"][];
        SetofOptions: { from: "*"; to: "simulations"; isOneToOne: false; isSetofReturn: true };
      };
      list_staff: {
        Args: { after_rank?: number | null; before_created_at?: string | null; before_id?: string | null; page_size?: number | null };
        Returns: { user_id: string | null; email: string | null; full_name: string | null; status: string | null; rights: string[] | null; has_second_factor: boolean | null; last_seen_at: string | null; created_at: string | null; status_changed_at: string | null; email_confirmed_at: string | null; rank: number | null }[];
      };
      make_offer: {
        Args: { offer: Json; actor: string };
        Returns: Json;
      };
      movement_totals: {
        Args: { view: string; search?: string | null; from_day?: string | null; to_day?: string | null };
        Returns: Json;
      };
      my_claims: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      my_ending: {
        Args: { contract_id: string };
        Returns: Json;
      };
      my_inspections: {
        Args: { contract_id: string };
        Returns: Json;
      };
      my_payments: {
        Args: { contract_id: string };
        Returns: Json;
      };
      my_refund_account: {
        Args: { contract_id: string };
        Returns: Json;
      };
      my_renewal: {
        Args: { contract_id: string };
        Returns: Json;
      };
      my_staff_account: {
        Args: Record<PropertyKey, never>;
        Returns: { user_id: string | null; email: string | null; full_name: string | null; status: string | null; rights: string[] | null; lacking: Json | null; second_factor: string | null; has_second_factor: boolean | null; recovery_codes_left: number | null; wants_digest: boolean | null }[];
      };
      my_staff_status: {
        Args: Record<PropertyKey, never>;
        Returns: string | null;
      };
      note_landlord: {
        Args: { landlord_id: string; notes: string };
        Returns: Json;
      };
      open_bureau_upload: {
        Args: { holder: string; answer_id: string; address_hash: string };
        Returns: Json;
      };
      open_claim_for: {
        Args: { contract_id: string; request: Json };
        Returns: Json;
      };
      open_claim_upload: {
        Args: { holder: string; secret_hash: string; is_staff: boolean; claim_id: string; file_id: string; address_hash: string };
        Returns: Json;
      };
      open_contract_document: {
        Args: { document_id: string };
        Returns: Json;
      };
      open_document_upload: {
        Args: { secret_hash: string; document_id: string; file_id: string; address_hash: string };
        Returns: Json;
      };
      open_inspection_upload: {
        Args: { holder: string; secret_hash: string; lease_id: string; file_id: string; address_hash: string };
        Returns: Json;
      };
      open_proof_upload: {
        Args: { holder: string; secret_hash: string; ending_id: string; address_hash: string };
        Returns: Json;
      };
      open_receipt: {
        Args: { movement_id: string };
        Returns: Json;
      };
      open_sign_in: {
        Args: { kind: string; subject: string; address_hash: string; device_hash?: string | null };
        Returns: Json;
      };
      open_staff_confirmation: {
        Args: { secret_hash: string; address_hash: string };
        Returns: string | null;
      };
      open_staff_reset: {
        Args: { secret_hash: string; address_hash: string };
        Returns: string | null;
      };
      open_staff_sign_up: {
        Args: { email: string; address_hash: string };
        Returns: Json;
      };
      open_test_mail: {
        Args: { address_hash: string };
        Returns: undefined;
      };
      partnership_request: {
        Args: { request_id: string };
        Returns: Json;
      };
      preview_statement: {
        Args: { lines: Json };
        Returns: Json;
      };
      published_claim_figures: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      purge_expired: {
        Args: Record<PropertyKey, never>;
        Returns: number | null;
      };
      queue_page: {
        Args: { view?: string | null; search?: string | null; after_at?: string | null; after_id?: string | null; page_size?: number | null };
        Returns: Json;
      };
      queue_staff_confirmation: {
        Args: { email: string };
        Returns: undefined;
      };
      queue_test_mail: {
        Args: { recipient: string; payload: Json };
        Returns: undefined;
      };
      read_request_data: {
        Args: { secret_hash: string; address_hash: string };
        Returns: Json;
      };
      recall_content: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      receive_bureau_file: {
        Args: { holder: string; answer_id: string; file_path: string; file_type: string; file_sha256: string };
        Returns: Json;
      };
      receive_claim_file: {
        Args: { holder: string; secret_hash: string; is_staff: boolean; claim_id: string; file_id: string; kind: string; item_id: string; file_path: string; file_type: string; file_sha256: string; bytes: number };
        Returns: Json;
      };
      receive_document: {
        Args: { secret_hash: string; document_id: string; file_id: string; file_path: string; file_type: string; file_sha256: string; bytes: number };
        Returns: Json;
      };
      receive_inspection: {
        Args: { holder: string; secret_hash: string; lease_id: string; file_id: string; moment: string; room: string; note: string; file_path: string; file_type: string; file_sha256: string; bytes: number };
        Returns: Json;
      };
      receive_proof: {
        Args: { holder: string; secret_hash: string; ending_id: string; file_path: string; file_type: string; file_sha256: string };
        Returns: Json;
      };
      record_bureau_answer: {
        Args: { simulation_id: string; answer_id: string; answer: Json };
        Returns: Json;
      };
      record_claim_decision: {
        Args: { claim_id: string; round: number; file_sha256: string };
        Returns: string | null;
      };
      record_denied_call: {
        Args: { actor: string; action: string; subject_id?: string | null };
        Returns: undefined;
      };
      record_document_undrawn: {
        Args: { contract_id: string; document_name: string; error: string };
        Returns: undefined;
      };
      record_documents_failed: {
        Args: { contract_id: string; attempt: number; error: string; is_final?: boolean | null };
        Returns: undefined;
      };
      record_documents_issued: {
        Args: { contract_id: string; attempt: number; letter_sha256: string; documents: Json; version?: number | null };
        Returns: boolean;
      };
      record_failed_sign_in: {
        Args: { attempt_id: string };
        Returns: undefined;
      };
      record_inspection_receipt: {
        Args: { lease_id: string; moment: string; side: string; source_sha256: string; file_sha256: string };
        Returns: string | null;
      };
      record_mail_failed: {
        Args: { mail_id: string; error: string; attempt?: number | null; is_final?: boolean | null };
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
      record_receipt: {
        Args: { number: string; file_sha256: string; source_sha256: string };
        Returns: string | null;
      };
      redeem_recovery_code: {
        Args: { code: string };
        Returns: Json;
      };
      refund_account_by_link: {
        Args: { secret_hash: string; address_hash: string; account: Json };
        Returns: Json;
      };
      refund_payment: {
        Args: { movement_id: string };
        Returns: Json;
      };
      refuse_document: {
        Args: { document_id: string; files: string[]; reason: string };
        Returns: Json;
      };
      regret_by_link: {
        Args: { secret_hash: string; ending_id: string; address_hash: string; despite_claim?: boolean | null };
        Returns: Json;
      };
      regret_contract: {
        Args: { contract_id: string; ending_id: string; despite_claim?: boolean | null };
        Returns: Json;
      };
      remind_tenants_of_ends: {
        Args: { contract_ids: string[] };
        Returns: Json;
      };
      remind_tenants_of_fees: {
        Args: { charge_ids: string[] };
        Returns: Json;
      };
      remove_landlord_address: {
        Args: { contract_id: string; contact_id: string };
        Returns: Json;
      };
      rename_contract_document: {
        Args: { document_id: string; document_name: string };
        Returns: Json;
      };
      reply_claim: {
        Args: { claim_id: string; text: string; version: number };
        Returns: Json;
      };
      request_first_access: {
        Args: { secret_hash: string; address_hash: string };
        Returns: Json;
      };
      request_landlord_link: {
        Args: { email: string; address_hash: string };
        Returns: undefined;
      };
      request_password_recovery: {
        Args: { email: string; address_hash: string };
        Returns: undefined;
      };
      request_staff_recovery: {
        Args: { email: string; address_hash: string };
        Returns: undefined;
      };
      request_tracking_link: {
        Args: { protocol: string; email: string; address_hash: string };
        Returns: undefined;
      };
      resend_access: {
        Args: { contract_id: string };
        Returns: Json;
      };
      resend_mail: {
        Args: { mail_id: string };
        Returns: Json;
      };
      retry_documents: {
        Args: { contract_id: string };
        Returns: Json;
      };
      return_password_link: {
        Args: { secret_hash: string };
        Returns: undefined;
      };
      reverse_payment: {
        Args: { movement_id: string; reason: string };
        Returns: Json;
      };
      review_claim: {
        Args: { claim_id: string; items: Json; text: string; version: number };
        Returns: Json;
      };
      run_schedule: {
        Args: Record<PropertyKey, never>;
        Returns: string[] | null;
      };
      second_claim: {
        Args: { claim_id: string; agrees: boolean; note: string; version: number };
        Returns: Json;
      };
      set_bureau_answer_aside: {
        Args: { answer_id: string; reason: string };
        Returns: Json;
      };
      set_claim_recourse: {
        Args: { claim_id: string; state: string; note?: string | null };
        Returns: Json;
      };
      set_file_aside: {
        Args: { file_id: string; reason: string };
        Returns: Json;
      };
      set_landlord: {
        Args: { contract_id: string; wanted: Json };
        Returns: Json;
      };
      set_message_answered: {
        Args: { message_id: string; answered: boolean };
        Returns: Json;
      };
      set_my_digest: {
        Args: { wanted: boolean };
        Returns: Json;
      };
      set_my_name: {
        Args: { full_name: string };
        Returns: Json;
      };
      set_partnership_status: {
        Args: { request_id: string; status: string; reason?: string | null };
        Returns: Json;
      };
      set_staff_rights: {
        Args: { user_id: string; rights: string[]; seen: string[] };
        Returns: Json;
      };
      set_staff_settings: {
        Args: { wanted: Json; version: number };
        Returns: Json;
      };
      set_staff_status: {
        Args: { user_id: string; status: string };
        Returns: Json;
      };
      simulation_detail: {
        Args: { simulation_id: string };
        Returns: Json;
      };
      simulation_history: {
        Args: { simulation_id: string };
        Returns: Json;
      };
      spend_password_link: {
        Args: { secret_hash: string; address_hash: string };
        Returns: string | null;
      };
      spend_staff_link: {
        Args: { secret_hash: string };
        Returns: string | null;
      };
      staff_counts: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      staff_limits: {
        Args: Record<PropertyKey, never>;
        Returns: Json;
      };
      state_handover: {
        Args: { ending_id: string; keys_on: string; note?: string | null };
        Returns: Json;
      };
      statement_layout: {
        Args: { header: string; account?: string | null; columns?: Json | null };
        Returns: Json;
      };
      submit_contact_message: {
        Args: { request: Json; address_hash: string };
        Returns: Json;
      };
      submit_partnership_request: {
        Args: { request: Json; address_hash: string; contact_hours?: number | null };
        Returns: Json;
      };
      submit_simulation: {
        Args: { request: Json; address_hash: string; terms_version: string; answer_hours?: number | null };
        Returns: Json;
      };
      take_back_approval: {
        Args: { simulation_id: string; reason: string };
        Returns: Json;
      };
      track_request: {
        Args: { secret_hash: string; address_hash: string };
        Returns: Json;
      };
      tracking_secret: {
        Args: { simulation_id: string };
        Returns: string | null;
      };
      undo_claim_decision: {
        Args: { claim_id: string };
        Returns: Json;
      };
      undo_closing: {
        Args: { contract_id: string };
        Returns: Json;
      };
      undo_decision: {
        Args: { simulation_id: string };
        Returns: Json;
      };
      upload_sender: {
        Args: { secret_hash: string };
        Returns: string | null;
      };
      use_right: {
        Args: { wanted: string; action: string; subject_id?: string | null };
        Returns: Json;
      };
      verify_letter: {
        Args: { code: string; address_hash: string };
        Returns: Json;
      };
      view_case_file: {
        Args: { file_id: string };
        Returns: Json;
      };
      view_claim_decision: {
        Args: { claim_id: string };
        Returns: Json;
      };
      view_document: {
        Args: { document_id: string };
        Returns: Json;
      };
      waiting_correction: {
        Args: { contract_id: string };
        Returns: Json;
      };
      withdraw_approval: {
        Args: { charge_id: string };
        Returns: Json;
      };
      withdraw_contract_document: {
        Args: { document_id: string };
        Returns: Json;
      };
      withdraw_correction: {
        Args: { correction_id: string };
        Returns: Json;
      };
      withdraw_ending: {
        Args: { ending_id: string };
        Returns: Json;
      };
      withdraw_file: {
        Args: { secret_hash: string; file_id: string; address_hash: string };
        Returns: Json;
      };
      withdraw_first_approval: {
        Args: { simulation_id: string };
        Returns: Json;
      };
      withdraw_offer: {
        Args: { offer_id: string };
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
